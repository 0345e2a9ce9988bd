package import Diagnostics
internal import FileOperations

extension OutputPlace {
  /// Puts a result at OUTPUT, with the external data files it names. Nothing is ever replaced, and a failure
  /// takes back what was placed.
  ///
  /// - Parameters:
  ///   - built: a finished database that no connection has open; it is moved.
  ///   - external: files of the source's external data.
  package func place(_ built: String, external: [ExternalDataFile] = []) throws(DiagnosticError) -> Placement
  {
    try refuseUnfinished(built)
    guard try compare(with: built) == .absent else { throw .outputExists }
    let plan = try planExternal(external)
    let result = try stage(built)
    let copies = try reporting { () throws(FileError) in try copyExternal(plan.missing) }

    var ledger = PlacementLedger()
    let kept: Int
    do {
      try placeExternal(copies, ledger: &ledger)
      try moveCompanionsAway(ledger: &ledger)
      kept = try keptCompanions()
    } catch {
      throw failure(DiagnosticError(error), undoing: ledger)
    }
    do {
      try files.moveWithoutReplacing(result.path, to: path, at: .outputPlace)
      ledger.add(.moved(from: result.path, to: path))
    } catch {
      // Something may have come to OUTPUT's name since we looked.
      throw failure(error.isCollision ? .outputExists : DiagnosticError(error), undoing: ledger)
    }
    do {
      try files.synchronizeFolder(folder, at: .outputSync)
    } catch {
      throw failure(DiagnosticError(error), undoing: ledger)
    }
    let findings = plan.findings + earlierCompanionFindings(kept)
    return Placement(
      digest: result.digest, externalFilesCopied: copies.count,
      findings: findings.sorted { $0.id < $1.id })
  }

  /// Puts those external data files in place that are missing beside a finished result.
  ///
  /// - Returns: how many there were. A file with other content ends the run; nothing is replaced.
  package func completeExternal(_ external: [ExternalDataFile]) throws(DiagnosticError) -> Int {
    let plan = try planExternal(external)
    let copies = try reporting { () throws(FileError) in try copyExternal(plan.missing) }
    var ledger = PlacementLedger()
    do {
      try placeExternal(copies, ledger: &ledger)
    } catch {
      throw failure(DiagnosticError(error), undoing: ledger)
    }
    return copies.count
  }

  private func failure(_ cause: DiagnosticError, undoing ledger: PlacementLedger) -> DiagnosticError {
    let left = ledger.undo(with: files)
    guard !left.isEmpty else { return cause }
    let reasons = left.map(\.nameOnly).joined(separator: " ")
    let incomplete = Diagnostic(
      .outputUndoIncomplete, .error, count: Int64(left.count),
      summary: "What was placed before the failure could not be taken back. \(reasons)",
      recovery: ["Put these right by hand; the source is as it was."])
    return DiagnosticError(cause.exit, cause.diagnostics + [incomplete])
  }

  /// A result with a log or a journal of its own is not all in its file.
  private func refuseUnfinished(_ built: String) throws(DiagnosticError) {
    for role in [StoreFileRole.writeAheadLog, .rollbackJournal] {
      let status = try reporting { () throws(FileError) in
        try files.statusIfPresent(of: built + role.suffix, at: .outputStatus)
      }
      if let status, status.size > 0 {
        throw .output(.failure, .outputUnfinished, "The built file still has a \(role.suffix) with data.")
      }
    }
  }

  /// Synchronises the result; one that was built on another file system is copied beside OUTPUT first, and
  /// the copy proven, so that the last step is a rename. Whoever may not read STORE may not read OUTPUT.
  private func stage(_ built: String) throws(DiagnosticError) -> (path: String, digest: FileDigest) {
    let (staged, copied, digest) = try reporting { () throws(FileError) in try stageCopy(of: built) }
    guard copied == digest else {
      throw .output(.failure, .outputUnfinished, "The copy of the built file beside OUTPUT differs from it.")
    }
    return (staged, digest)
  }

  private func stageCopy(of built: String) throws(FileError) -> (String, FileDigest, FileDigest) {
    let here = try files.status(of: scratchFolder, at: .outputStatus).device
    let mode = source.store.status.mode & 0o644
    if try files.status(of: built, at: .outputStatus).device == here {
      try files.share(built, mode: mode, at: .outputSync)
      try files.synchronizeFile(built, at: .outputSync)
      let digest = try files.digest(of: built)
      return (built, digest, digest)
    }
    let copy = FileName.join(scratchFolder, "result.sqlite")
    let copied = try files.copyHashing(from: built, to: copy, at: .outputCopy)
    try files.share(copy, mode: mode, at: .outputSync)
    try files.synchronizeFile(copy, at: .outputSync)
    return (copy, copied, try files.digest(of: copy))
  }
}
