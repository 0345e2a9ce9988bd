import CoreDataMigration
import CoreDataStore
import Diagnostics
import FileOperations
import JSON
import SQLite

/// What became of rows that were left out: a line of JSON for each, and beside it a database with the rows themselves.
///
/// Neither replaces a file: if something else bears the name, the next free number is taken.
struct RejectFile {
  private static let part = ".import-legacy-part"
  /// Without an ending.
  private let stem: String
  private let ending: String
  private let files: FileOperations

  /// - Parameter path: of the lines; the database has the ending `.sqlite`.
  init(path: String, files: FileOperations) {
    let name = FileName.last(of: path)
    let dot = name.lastIndex(of: ".").map { name.distance(from: $0, to: name.endIndex) } ?? 0
    stem = dot > 0 ? String(path.dropLast(dot)) : path
    ending = dot > 0 ? String(path.suffix(dot)) : ".jsonl"
    self.files = files
  }

  /// Writes both beside their places.
  ///
  /// - Parameters:
  ///   - source: the source as it was, for the rows.
  ///   - layout: as it was found there.
  func write(_ rejections: [Rejection], source: String, layout: StoreLayout) throws {
    discard()
    var text = ""
    for rejection in rejections {
      var line: [String: JSONValue] = [
        "entity": .string(rejection.entity), "oldKey": .integer(rejection.key),
        "destination": .string(rejection.destination), "reason": .string(rejection.reason.rawValue),
      ]
      if let property = rejection.property { line["property"] = .string(property) }
      if let because = rejection.because { line["because"] = .integer(because) }
      text += JSONValue.object(line).line + "\n"
    }
    do {
      let file = try files.createNew(stem + ending + Self.part, mode: 0o600, at: .rejects)
      try files.writeAll(Array(text.utf8), to: file, at: .rejects)
      try files.synchronize(file, at: .rejects)
      try writeRows(rejections, source, layout)
    } catch {
      discard()
      throw error
    }
  }

  private func writeRows(_ rejections: [Rejection], _ source: String, _ layout: StoreLayout) throws {
    let path = stem + ".sqlite" + Self.part
    // Private from the first byte on.
    _ = try files.createNew(path, mode: 0o600, at: .rejects)
    let connection = try Connection(path: path, mode: .readWrite)
    let encoding = try Connection.finished(path: source).rows("PRAGMA encoding").first?.first?.string
    try connection.execute("PRAGMA encoding = \(Identifier.literal(encoding ?? "UTF-8"))")
    try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL; PRAGMA temp_store = FILE")
    try connection.attach(source, as: "source")
    try connection.execute(
      """
      CREATE TABLE rejects (entity TEXT, oldKey INTEGER, destination TEXT, reason TEXT, property TEXT, because INTEGER);
      CREATE TABLE Z_PRIMARYKEY AS SELECT * FROM source.Z_PRIMARYKEY;
      """)
    try list(rejections, connection)
    for table in layout.tables {
      let members = layout.model.subtree(of: table.rootEntity).map(Identifier.literal).joined(separator: ", ")
      let rows = "Z_PK IN (SELECT oldKey FROM rejects WHERE entity IN (\(members)))"
      let name = Identifier.quoted(table.name)
      guard try connection.integer("SELECT count(*) FROM source.\(name) WHERE \(rows)") > 0 else { continue }
      try connection.execute("CREATE TABLE \(name) AS SELECT * FROM source.\(name) WHERE \(rows)")
    }
    try connection.close()
  }

  /// Statements end with their scope: the file cannot be closed before.
  private func list(_ rejections: [Rejection], _ connection: Connection) throws(DatabaseError) {
    let insert = try connection.prepare("INSERT INTO rejects VALUES (?, ?, ?, ?, ?, ?)")
    for rejection in rejections {
      let values: [Value] = [
        .text(rejection.entity), .integer(rejection.key), .text(rejection.destination),
        .text(rejection.reason.rawValue), rejection.property.map { .text($0) } ?? .null,
        rejection.because.map { .integer($0) } ?? .null,
      ]
      for (index, value) in values.enumerated() { try insert.bind(value, at: index + 1) }
      try insert.run()
      insert.reset()
    }
  }

  /// - Returns: the name of the lines' file, without its folder.
  func putInPlace() throws(FileError) -> String {
    var number = 1
    while true {
      let own = number == 1 ? stem : "\(stem)-\(number)"
      if try files.statusIfPresent(of: own + ending, at: .rejects) == nil,
        try files.statusIfPresent(of: own + ".sqlite", at: .rejects) == nil
      {
        try files.move(stem + ".sqlite" + Self.part, to: own + ".sqlite", at: .rejects)
        try files.move(stem + ending + Self.part, to: own + ending, at: .rejects)
        return FileName.last(of: own + ending)
      }
      number += 1
    }
  }

  func discard() {
    for ending in [ending, ".sqlite"] {
      try? files.removeFileIfPresent(stem + ending + Self.part, at: .rejects)
    }
  }
}

extension FilePoint {
  static let rejects: FilePoint = "rejects.write"
}
