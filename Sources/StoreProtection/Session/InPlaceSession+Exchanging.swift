package import Diagnostics
internal import FileOperations

extension InPlaceSession {
  /// Puts a finished import at the store's name. What fails is undone, and the original proven.
  ///
  /// - Parameters:
  ///   - built: a finished database in `work` that nobody has open; it is moved.
  ///   - request: digest of what was asked for.
  package func promote(_ built: String, request: String) throws(DiagnosticError) {
    let name = FileName.last(of: folder.store)
    try exchange([NewFile(kind: .store, name: name, path: built)]) { journal, swaps in
      guard let store = swaps.first(where: { $0.kind == .store })?.after else { return }
      // The store before the first import that came to something.
      if journal.result == nil { journal.mark(journal.run?.copy, isFirst: true) }
      journal.earlierResult = journal.result
      journal.result = ImportedResult(
        run: journal.run?.number ?? 0, request: request, store: store.digest)
    }
  }

  /// Exchanges the files that are there for new ones.
  ///
  /// - Parameters:
  ///   - proves: whether the new files are read again at their names.
  ///   - promoted: what else the journal shall say once they are in place.
  func exchange(
    _ new: [NewFile], proves: Bool = false, promoted: (inout RunJournal, [SwapFile]) -> Void = { _, _ in }
  ) throws(DiagnosticError) {
    let before = journal.run?.files ?? []
    let swaps = try reporting { () throws(FileError) in try self.plan(new, before: before) }
    let swap = FileSwap(folder: folder, swaps: swaps, files: steadyFiles)
    try stage(new, swap)
    try requireNobodyElse()
    do throws(DiagnosticError) {
      journal.run?.files = swaps
      try setPhase(.promoting)
      try reporting { () throws(FileError) in try swap.perform() }
      // Whoever opened the old file in the last moment would write to a file without a name.
      try storeLock?.requireAlone()
      if proves { try prove(swap) }
      promoted(&journal, swaps)
      try setPhase(.promoted)
    } catch {
      journal.run?.files = swaps
      throw try undo(after: error)
    }
    isOpen = false
    do throws(DiagnosticError) {
      try finish()
    } catch {
      // What is left to do the next run does.
      findings.append(
        Diagnostic(
          .placeLeftovers, .note,
          summary:
            "The new files are in place. What they replaced could not be removed yet from the import folder: "
            + "the next run does it."))
    }
  }

  private func prove(_ swap: FileSwap) throws(DiagnosticError) {
    let states = try reporting { () throws(FileError) in try swap.states() }
    guard states.isSubset(of: [.after]) else {
      throw .place(
        .failure, .copyDiffers, "Files that were put in place, read again, differ from what was written.",
        "Check the disk, then try again.")
    }
  }

  private func plan(_ new: [NewFile], before: [SwapFile]) throws(FileError) -> [SwapFile] {
    var swaps: [SwapFile] = before.map { old in
      // External data is shared with whoever refers to it: what the new store does not name stays.
      SwapFile(
        kind: old.kind, name: old.name, before: old.before,
        after: old.kind == .externalData ? old.before : nil)
    }
    for file in new {
      let digest = try files.digest(of: file.path, at: .promoteStage)
      let record = FileRecord(
        digest: digest, inode: try files.status(of: file.path, at: .promoteStage).inode)
      if let index = swaps.firstIndex(where: { FileName.equal($0.name, file.name) }) {
        swaps[index].after = record
      } else {
        swaps.append(SwapFile(kind: file.kind, name: file.name, before: nil, after: record))
      }
    }
    return swaps
  }

  /// Brings the new files, with the old ones' owner and mode, to where they are exchanged from.
  private func stage(_ new: [NewFile], _ swap: FileSwap) throws(DiagnosticError) {
    try reporting { () throws(FileError) in try swap.makeFolders() }
    for file in new {
      guard let entry = swap.swaps.first(where: { FileName.equal($0.name, file.name) }),
        entry.changes || entry.kind == .sharedMemory
      else { continue }
      try reporting { () throws(FileError) in
        if entry.kind == .externalData { try self.makeExternalFolder(for: swap.place(entry)) }
        if entry.before != nil, entry.kind == .store {
          _ = try self.files.apply(
            self.files.attributes(of: swap.place(entry), at: .promoteStage), to: file.path, at: .promoteStage)
        }
        try self.files.synchronizeFile(file.path, at: .promoteSync)
        try self.files.moveWithoutReplacing(file.path, to: swap.incoming(entry), at: .promoteStage)
      }
      if entry.kind == .store { newLock = try StoreLock(new: swap.incoming(entry), with: files) }
    }
    try reporting { () throws(FileError) in
      for path in [self.folder.incoming, self.folder.incomingExternal, self.folder.aside] {
        try self.files.synchronizeFolder(path, at: .promoteSync)
      }
    }
  }

  /// What is there although no exchange is open may be somebody's only file: the journal may have been lost.
  func requireEmptyAside() throws(DiagnosticError) { try requireEmpty([folder.aside]) }

  /// Where no exchange was begun no old file may have been taken from its name.
  func requireNothingOutgoing() throws(DiagnosticError) {
    try requireEmpty([folder.outgoing, folder.outgoingExternal])
  }

  private func requireEmpty(_ folders: [String]) throws(DiagnosticError) {
    var count = 0
    for path in folders {
      count += try reporting { () throws(FileError) in try self.countFiles(path) }
    }
    guard count > 0 else { return }
    throw .place(
      .originalNotProven, .placeNotClean, count: Int64(count),
      "\(count) files lie in aside of the import folder, and the journal knows of no exchange that took them there.",
      "Look at them: they may be a store's files from before a run. Move them away, then run again.")
  }

  private func countFiles(_ path: String) throws(FileError) -> Int {
    guard let status = try files.linkStatusIfPresent(of: path, at: .placeStatus) else { return 0 }
    guard status.kind == .folder else { return 1 }
    let listing = try files.list(path, at: .placeStatus)
    var count = listing.undecodable
    for name in listing.names { count += try countFiles(FileName.join(path, name)) }
    return count
  }

  private func makeExternalFolder(for path: String) throws(FileError) {
    let inner = FileName.folder(of: path)
    for made in [FileName.folder(of: inner), inner] {
      if try files.createFolderIfAbsent(made, mode: 0o755, at: .promoteExternal) {
        try files.synchronizeFolder(FileName.folder(of: made), at: .promoteSync)
      }
    }
  }

  private func requireNobodyElse() throws(DiagnosticError) {
    guard let storeLock else { return }
    guard try reporting({ () throws(FileError) in try storeLock.isAtItsName() }) else {
      throw .place(
        .inUse, .storeChanged, "Another file has come to the store's name since the run began.",
        "Quit every program that uses the store, then run again.")
    }
    try storeLock.requireAlone()
  }

  private static let patienceBeforeUndo = 10

  /// Undoes an exchange that failed.
  ///
  /// - Returns: the failure, with the proof; or exit 7 where the original could not be proven.
  private func undo(after failure: DiagnosticError) throws(DiagnosticError) -> DiagnosticError {
    // Who opened the new file in the last moment would go on with it beside the old store's log. Programs that are told
    // that the database is locked go away, most of them.
    try? newLock?.requireAlone(seconds: Self.patienceBeforeUndo)
    do throws(DiagnosticError) {
      try putBack()
    } catch {
      return DiagnosticError(error.exit, error.diagnostics + failure.diagnostics)
    }
    isOpen = false
    return DiagnosticError(failure.exit, failure.diagnostics + [.originalProven])
  }

  /// Renames backwards, proof by digest, and only then the journal says so.
  func putBack() throws(DiagnosticError) {
    guard let run = journal.run else { return }
    let swap = FileSwap(folder: folder, swaps: run.files, files: steadyFiles)
    // A disk that takes no more writes does not keep files from being proven: whatever the journal says, the next run
    // looks at the files again.
    try? setPhase(.promoting)
    do {
      let copy = try run.copy.flatMap { number throws(DiagnosticError) in try self.copyForUndo(number) }
      try swap.undo { entry in copy.flatMap { self.file(of: entry, in: $0) } }
      let differing = try swap.differing()
      guard differing.isEmpty else { throw originalNotProven(count: differing.count) }
    } catch let error as DiagnosticError {
      throw error.exit == .originalNotProven
        ? error : originalNotProven(count: 0, because: error.diagnostics)
    } catch let error as FileError {
      throw originalNotProven(count: 0, because: DiagnosticError(error).diagnostics)
    } catch {
      throw originalNotProven(count: 0)
    }
    if journal.result?.run == run.number {
      journal.result = journal.earlierResult
      if journal.result == nil { journal.mark(run.copy, isFirst: false) }
    }
    try? closeFailed()
  }

  /// Nothing may be in `aside` once the journal says that a run is over.
  func closeFailed() throws(DiagnosticError) {
    try reporting { () throws(FileError) in
      try self.clearAway()
      try self.forgetCopyWithoutName()
    }
    try setPhase(.failed)
  }

  /// Empties `aside` and `work`. That is on the disk before the journal says that the run is over: names that came back
  /// with a power loss would be nobody's.
  private func clearAway() throws(FileError) {
    try files.removeTree(folder.aside, at: .placeClean)
    try files.removeTree(folder.work, at: .placeClean)
    try files.synchronizeFolder(folder.path, at: .placeClean)
  }

  /// A copy is in the journal before it gets its name; it may not have come to that.
  private func forgetCopyWithoutName() throws(FileError) {
    guard journal.run?.phase == .copying, let number = journal.run?.copy, let record = journal.copy(number),
      try files.linkStatusIfPresent(of: FileName.join(folder.copies, record.folder), at: .copyVerify) == nil
    else { return }
    journal.records.removeAll { $0.number == number }
    // Nobody ever saw its number.
    if journal.lastCopy == number { journal.lastCopy -= 1 }
    journal.run?.copy = nil
  }

  private func copyForUndo(_ number: Int) throws(DiagnosticError) -> SafetyCopy? {
    guard let record = journal.copy(number) else { return nil }
    return try reporting { () throws(FileError) in
      try SafetyCopy.read(FileName.join(self.folder.copies, record.folder), with: self.steadyFiles)
    }
  }

  private func file(of entry: SwapFile, in copy: SafetyCopy) -> String? {
    let leaf = FileName.last(of: entry.name)
    let name = copy.list.entries.first { found in
      entry.kind == .externalData
        ? found.name.utf8.contains(UInt8(ascii: "/")) && FileName.equal(FileName.last(of: found.name), leaf)
        : FileName.equal(found.name, leaf)
    }?.name
    return name.map { copy.path(of: $0) }
  }

  /// A copy that cannot be read is none to rely on.
  private func isSound(_ number: Int) -> Bool {
    do {
      return try damage(ofCopy: number) == nil
    } catch {
      return false
    }
  }

  func originalNotProven(count: Int, because causes: [Diagnostic] = []) -> DiagnosticError {
    let copy = journal.run?.copy
    let number = copy.flatMap { isSound($0) ? $0 : nil }
    let first = Diagnostic(
      .runOriginalNotProven, .error, count: Int64(count),
      summary: "The store's files could not be proven to be what they were before the run."
        + (number.map { " Safety copy \($0) holds them." } ?? ""),
      recovery: [
        "Remove the cause that is named, then run the same command again: it undoes what is left first.",
        "Or put the copy back by hand: Documentation/Safety.md says how.",
      ])
    return DiagnosticError(.originalNotProven, [first] + causes)
  }

  /// Ends a run whose new files are in place: the old ones go, for their copy is proven.
  func finish() throws(DiagnosticError) {
    try reporting { () throws(FileError) in try self.clearAway() }
    try setPhase(.finished)
  }
}

extension Diagnostic {
  static let originalProven = Diagnostic(
    .runOriginalProven, .note,
    summary: "The store's files are what they were before the run: each has the digest that it had.")
}
