internal import Diagnostics
internal import FileOperations

extension OutputPlace {
  /// Looks at what stands in OUTPUT's external data folder: a file with the same bytes is fine, any other
  /// with a name that we need ends the run before anything is placed.
  func planExternal(_ external: [ExternalDataFile]) throws(DiagnosticError) -> ExternalPlan {
    var plan = ExternalPlan()
    guard !external.isEmpty else { return plan }
    for file in external where !Self.isPlainName(file.name) {
      throw .output(.damaged, .outputExternalName, "An external data file has a name that leads elsewhere.")
    }
    if try reporting({ () throws(FileError) in try sharesExternalFolder() }) {
      plan.findings.append(
        Diagnostic(
          .outputExternalShared, .note, count: Int64(external.count),
          summary:
            "OUTPUT has the source's own external data folder, by its name and place; the files in it serve "
            + "both.",
          recovery: ["Do not delete that folder with the source."]))
      return plan
    }
    var conflicts: Int64 = 0
    var seen: Set<[UInt8]> = []
    for file in external where seen.insert(Array(file.name.utf8)).inserted {
      let state = try reporting { () throws(FileError) in try comparison(of: file) }
      switch state {
      case .absent: plan.missing.append(file)
      case .equal: break
      case .different: conflicts += 1
      }
    }
    guard conflicts == 0 else {
      throw .output(
        .usage, .outputExternalExists, count: conflicts,
        "\(conflicts) files with other content stand where OUTPUT's external data would be written.",
        "Name another OUTPUT, or move \(ExternalDataFolder.supportFolderName(for: path)) beside it away.")
    }
    return plan
  }

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
  }

  private func sharesExternalFolder() throws(FileError) -> Bool {
    guard let theirs = source.externalData else { return false }
    guard let ours = try files.statusIfPresent(of: externalFolder, at: .outputStatus) else { return false }
    return try files.status(of: theirs.path, at: .outputStatus).isSameFile(as: ours)
  }

  private func comparison(of file: ExternalDataFile) throws(FileError) -> ExistingOutput {
    let target = FileName.join(externalFolder, file.name)
    guard let status = try files.linkStatusIfPresent(of: target, at: .outputStatus) else { return .absent }
    guard status.kind == .regular, status.size == file.size else { return .different }
    let standing = try files.digest(of: target)
    return try files.digest(of: file.path) == standing ? .equal : .different
  }

  /// Copies into the work folder, so that putting in place is a rename.
  ///
  /// - Returns: where each file is and where it belongs.
  func copyExternal(_ missing: [ExternalDataFile]) throws(FileError) -> [(copy: String, target: String)] {
    guard !missing.isEmpty else { return [] }
    let staging = FileName.join(scratchFolder, "external")
    try files.removeTree(staging, at: .outputCopy)
    try files.createFolder(staging, at: .outputCopy)
    var copies: [(copy: String, target: String)] = []
    for file in missing {
      let copy = FileName.join(staging, file.name)
      _ = try files.copyHashing(from: file.path, to: copy, at: .outputCopy)
      let mode = try files.status(of: file.path, at: .outputStatus).mode & 0o644
      try files.share(copy, mode: mode, at: .outputSync)
      try files.synchronizeFile(copy, at: .outputSync)
      copies.append((copy, FileName.join(externalFolder, file.name)))
    }
    return copies
  }

  func placeExternal(_ copies: [(copy: String, target: String)], ledger: inout PlacementLedger)
    throws(FileError)
  {
    guard !copies.isEmpty else { return }
    for made in [supportFolder, externalFolder] {
      if try files.createFolderIfAbsent(made, mode: 0o755, at: .outputExternal) {
        ledger.add(.madeFolder(made))
      }
    }
    for (copy, target) in copies {
      try files.moveWithoutReplacing(copy, to: target, at: .outputExternal)
      ledger.add(.moved(from: copy, to: target))
    }
    for synchronized in [externalFolder, supportFolder, folder] {
      try files.synchronizeFolder(synchronized, at: .outputSync)
    }
  }
}
