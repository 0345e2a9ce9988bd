internal import FileOperations

/// How a run that did not end stands to the files that are there.
struct Settlement {
  let run: RunRecord
  let swap: FileSwap

  init(_ run: RunRecord, _ swap: FileSwap) {
    self.run = run
    self.swap = swap
  }

  /// Whether somebody wrote to the files since, so that nothing may be put over them.
  func isChangedSince() throws(FileError) -> Bool {
    switch run.phase {
    // In the second all was in place: what came since is new data of a finished run.
    case .copying, .promoted, .finished, .failed: return false
    case .working, .promoting:
      if try hasUnknownLog() { return true }
      return try run.phase == .working ? !swap.differing().isEmpty : swap.states().contains(.unknown)
    }
  }

  /// Whether all new files got their names, and stay there: else the exchange is undone.
  func isInPlace() throws(FileError) -> Bool {
    guard run.phase == .promoted else { return false }
    let states = try swap.states()
    if states.isSubset(of: [.after]) || states.contains(.unknown) { return true }
    return try hasUnknownLog()
  }

  /// A log with data that is neither the old files' nor the new ones'.
  func hasUnknownLog() throws(FileError) -> Bool {
    let names = swap.swaps.map(\.name)
    for file in try PresentFile.list(of: swap.folder, externalData: nil, with: swap.files)
    where file.kind == .log && !names.contains(where: { FileName.equal($0, file.name) }) {
      if try swap.files.status(of: file.path, at: .placeStatus).size > 0 { return true }
    }
    return false
  }
}
