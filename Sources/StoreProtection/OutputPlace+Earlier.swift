package import Diagnostics
internal import FileOperations

extension OutputPlace {
  /// Moves companions that stand at OUTPUT's name away: SQLite would take them for the result's own.
  func moveCompanionsAway(ledger: inout PlacementLedger) throws(FileError) {
    let found = try companions()
    guard !found.isEmpty else { return }
    _ = try files.createFolderIfAbsent(earlierFolder, at: .outputEarlier)
    for companion in found {
      let target = try freeName(for: FileName.last(of: companion))
      try files.moveWithoutReplacing(companion, to: target, at: .outputEarlier)
      ledger.add(.moved(from: companion, to: target))
    }
    // They must be gone for good before the result has the name.
    try files.synchronizeFolder(earlierFolder, at: .outputSync)
    try files.synchronizeFolder(folder, at: .outputSync)
  }

  /// A run before this one may have left a companion of the same name.
  private func freeName(for name: String) throws(FileError) -> String {
    var candidate = FileName.join(earlierFolder, name)
    var number = 2
    while try files.linkStatusIfPresent(of: candidate, at: .outputEarlier) != nil {
      candidate = FileName.join(earlierFolder, "\(name).\(number)")
      number += 1
    }
    return candidate
  }

  /// Names every companion that is kept, also those that a killed run moved away.
  func earlierCompanionFindings(_ count: Int) -> [Diagnostic] {
    guard count > 0 else { return [] }
    let place = FileName.join(FileName.last(of: workFolder), Self.earlierName)
    return [
      Diagnostic(
        .outputEarlierCompanions, .note, count: Int64(count),
        summary:
          "\(count) companion files of an earlier database stood at OUTPUT's name. They were moved into "
          + "\(place) beside OUTPUT.",
        recovery: ["Delete that folder if nothing in it is needed."])
    ]
  }

  func keptCompanions() throws(FileError) -> Int {
    guard try files.linkStatusIfPresent(of: earlierFolder, at: .outputEarlier) != nil else { return 0 }
    let listing = try files.list(earlierFolder, at: .outputEarlier)
    return listing.names.count + listing.undecodable
  }

  /// Ends the run's use of the place, after success and after failure: the work folder goes, unless it keeps
  /// companions of an earlier life.
  ///
  /// - Returns: a note if the folder could not be removed.
  package func close() -> [Diagnostic] {
    do {
      try files.removeTree(scratchFolder, at: .outputClean)
      let keepsCompanions = try keptCompanions() > 0
      // An empty folder can be removed and nothing else: what was moved there is somebody's.
      if !keepsCompanions, try files.linkStatusIfPresent(of: earlierFolder, at: .outputClean) != nil {
        try files.removeFolder(earlierFolder, at: .outputClean)
      }
      if isImportFolder { return [] }
      try files.removeFileIfPresent(FileName.join(workFolder, Self.lockName), at: .outputClean)
      if !keepsCompanions { try files.removeFolder(workFolder, at: .outputClean) }
      return []
    } catch {
      return [
        Diagnostic(
          .outputWorkFolderLeft, .note,
          summary: "The work folder beside OUTPUT could not be removed. \(error.nameOnly)",
          recovery: [
            "Delete \(FileName.last(of: workFolder)) by hand, unless \(Self.earlierName) in it holds something you need."
          ])
      ]
    }
  }
}
