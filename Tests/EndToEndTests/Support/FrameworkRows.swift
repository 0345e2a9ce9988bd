import Foundation
import SQLite

/// What a store holds of the framework's own, read by plain SQL: history (`ACHANGE`…) and CloudKit's (`ANSCK…`).
struct FrameworkRows: Equatable {
  /// Statements of tables and indexes, by name.
  var statements: [String: String] = [:]
  /// Cells with their storage class and bytes, the row's own number first.
  var rows: [String: [[Value]]] = [:]
  /// Rows of `Z_PRIMARYKEY`.
  var numbers: [[Value]] = []

  var isEmpty: Bool { statements.isEmpty && numbers.isEmpty }

  /// - Parameter path: of a copy; SQLite may leave files beside it.
  init(_ path: String, like prefix: String = "A") throws {
    let connection = try Connection(path: path, mode: .readWrite)
    for row in try connection.rows(
      "SELECT type, name, sql FROM sqlite_master WHERE tbl_name GLOB '\(prefix)*' ORDER BY name")
    {
      let name = row[1].string ?? ""
      statements[name] = row[2].string ?? ""
      guard row[0].string == "table" else { continue }
      rows[name] = try connection.rows("SELECT rowid, * FROM \"\(name)\" ORDER BY rowid")
    }
    numbers = try connection.rows("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT >= 16000 ORDER BY Z_ENT")
  }
}

extension Workshop {
  /// Of a store in `in/`, as it is before a run.
  func framework(in store: String) throws -> FrameworkRows {
    let place = try Scratch()
    for suffix in ["", "-wal", "-journal"] where scratch.exists("in/" + store + suffix) {
      try place.copy(input(store + suffix), to: "read.sqlite" + suffix)
    }
    return try FrameworkRows(place("read.sqlite"))
  }

  /// Of OUTPUT.
  func framework(of output: String = "New.sqlite") throws -> FrameworkRows {
    let place = try Scratch()
    try place.copy(self.output(output), to: "read.sqlite")
    return try FrameworkRows(place("read.sqlite"))
  }
}
