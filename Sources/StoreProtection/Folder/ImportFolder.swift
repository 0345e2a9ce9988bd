internal import FileOperations

/// The folder beside a store that keeps what runs in place need: `.NAME.import-legacy`. Beside the store, so that
/// every exchange of files is a rename within one file system.
package struct ImportFolder: Sendable, Hashable {
  /// Of the store's main file, full.
  package let store: String

  package init(of store: String) { self.store = store }

  package var path: String {
    FileName.join(FileName.folder(of: store), ".\(FileName.last(of: store)).import-legacy")
  }

  /// One run at a time.
  package var lock: String { FileName.join(path, "lock") }
  /// What is where, at every moment.
  package var journal: String { FileName.join(path, Self.journalName) }
  static let journalName = "journal.json"
  /// The safety copies.
  package var copies: String { FileName.join(path, "copies") }
  /// Snapshot and new file of a run: nothing in it matters after a crash.
  package var work: String { FileName.join(path, "work") }
  /// What an open exchange moves: nothing is in it at other times.
  package var aside: String { FileName.join(path, "aside") }
  /// The files that are about to get their names.
  var incoming: String { FileName.join(aside, "new") }
  /// The files that had their names before.
  package var outgoing: String { FileName.join(aside, "old") }
  /// The same for external data.
  var incomingExternal: String { FileName.join(aside, "new-external") }
  var outgoingExternal: String { FileName.join(aside, "old-external") }
  /// Every run's report.
  package var reports: String { FileName.join(path, "reports") }

  package func report(_ number: Int) -> String { FileName.join(reports, "\(number).json") }

  /// Where a file of the store is, by its name in the journal: relative to the store's folder, or a full path.
  func place(of name: String) -> String {
    name.utf8.first == UInt8(ascii: "/") ? name : FileName.join(FileName.folder(of: store), name)
  }

  /// The inverse of `place(of:)`.
  func name(of place: String) -> String {
    let prefix = FileName.join(FileName.folder(of: store), "")
    guard place.utf8.starts(with: prefix.utf8) else { return place }
    return String(decoding: place.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
