package import Diagnostics
internal import FileOperations

extension DiagnosticID {
  package static let storeChangedWhileReading = DiagnosticID("store.changed-while-reading")
}

/// Copies files that belong together, all as they were at one moment: a copy during which anything changed is thrown
/// away and made again.
struct SteadyCopy {
  struct Item: Sendable, Hashable {
    let source: String
    let target: String
  }

  /// How often files that change meanwhile are copied before we give up.
  static let attempts = 3

  let files: FileOperations
  /// Of looking at the sources.
  let statusPoint: FilePoint
  /// Of writing the copies.
  let writePoint: FilePoint
  /// Of removing copies of what has changed.
  let clearPoint: FilePoint

  /// - Parameter items: what there is to copy now; asked again and again, since a file that comes or goes is a change.
  /// - Returns: what was copied, in the order of the items.
  func run(_ items: () throws(FileError) -> [Item]) throws(DiagnosticError) -> [(
    item: Item, record: FileRecord
  )] {
    for attempt in 1...Self.attempts {
      if attempt > 1 { files.pause(milliseconds: 100) }
      let copies = try reporting { () throws(FileError) in try copyOnce(items) }
      if let copies { return copies }
    }
    throw DiagnosticError(
      .inUse,
      Diagnostic(
        .storeChangedWhileReading, .error,
        summary: "The store changed while it was being read, \(Self.attempts) times in a row.",
        recovery: ["Quit every program that uses the store, then run again."]))
  }

  /// - Returns: `nil` if the sources changed meanwhile; then nothing is left of the copies.
  private func copyOnce(_ list: () throws(FileError) -> [Item]) throws(FileError)
    -> [(item: Item, record: FileRecord)]?
  {
    let items = try list()
    let before = try state(of: items)
    var copies: [(item: Item, record: FileRecord)] = []
    var isSteady = true
    for item in items where isSteady {
      do {
        let digest = try files.copyHashing(from: item.source, to: item.target, at: writePoint)
        copies.append((item, FileRecord(digest: digest, inode: before.inode(of: item.source))))
      } catch {
        // A file that went away is a change like any other, even if another stands at its name by now: made within a
        // tick of the file system's clock, it can have the same inode, size and times.
        let isGone = error.isAbsence && error.path == item.source
        if try state(of: list()) == before, !isGone { throw error }
        isSteady = false
      }
      if isSteady { isSteady = try state(of: list()) == before }
    }
    if isSteady { return copies }
    for item in items { try files.removeFileIfPresent(item.target, at: clearPoint) }
    return nil
  }

  private func state(of items: [Item]) throws(FileError) -> FileStamps {
    try FileStamps(of: items.map(\.source), with: files, at: statusPoint)
  }
}
