import CoreDataMigration
import CoreDataStore
import Diagnostics
import FileOperations
import JSON
import SQLite

/// What becomes of rows that are left out, kept in the work folder until the result is in place: a line of JSON for each,
/// and a database with the rows themselves.
struct RejectBook {
  let linesPath: String
  let rowsPath: String
  private let files: FileOperations

  init(folder: String, files: FileOperations) {
    linesPath = FileName.join(folder, "rejects.jsonl")
    rowsPath = FileName.join(folder, "rejects.sqlite")
    self.files = files
  }

  /// Adds the rows of one step.
  ///
  /// - Parameters:
  ///   - source: the step's source as it was, for the rows.
  ///   - layout: as it was found there.
  ///   - earlier: keys of the store that was given, where other steps came before.
  func add(_ rejections: [Rejection], source: String, layout: StoreLayout, earlier: KeyWalk?) throws {
    var text = ""
    for rejection in rejections {
      let key = earlier.map { $0.original(of: rejection.key, in: rejection.entity) } ?? rejection.key
      var line: [String: JSONValue] = [
        "entity": .string(rejection.entity), "oldKey": key.map(JSONValue.integer) ?? .null,
        "destination": .string(rejection.destination), "reason": .string(rejection.reason.rawValue),
      ]
      if let property = rejection.property { line["property"] = .string(property) }
      if let because = rejection.because { line["because"] = .integer(because) }
      text += JSONValue.object(line).line + "\n"
    }
    if try files.statusIfPresent(of: linesPath, at: .rejects) == nil {
      let file = try files.createNew(linesPath, mode: 0o600, at: .rejects)
      try files.writeAll(Array(text.utf8), to: file, at: .rejects)
    } else {
      let before = try files.readAll(linesPath, at: .rejects)
      try files.removeFileIfPresent(linesPath, at: .rejects)
      let file = try files.createNew(linesPath, mode: 0o600, at: .rejects)
      try files.writeAll(before + Array(text.utf8), to: file, at: .rejects)
    }
    try writeRows(rejections, source, layout)
  }

  private func writeRows(_ rejections: [Rejection], _ source: String, _ layout: StoreLayout) throws {
    let isNew = try files.statusIfPresent(of: rowsPath, at: .rejects) == nil
    // Private from the first byte on.
    if isNew { _ = try files.createNew(rowsPath, mode: 0o600, at: .rejects) }
    let connection = try Connection(path: rowsPath, mode: .readWrite)
    let encoding = try Connection.finished(path: source).rows("PRAGMA encoding").first?.first?.string
    if isNew { try connection.execute("PRAGMA encoding = \(Identifier.literal(encoding ?? "UTF-8"))") }
    try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE")
    try connection.attach(source, as: "source")
    let step = isNew ? 1 : try connection.integer("SELECT ifnull(max(step), 0) + 1 FROM rejects")
    try list(rejections, step, connection)
    for table in layout.tables {
      let members = layout.model.subtree(of: table.rootEntity).map(Identifier.literal).joined(separator: ", ")
      let rows = "Z_PK IN (SELECT oldKey FROM rejects WHERE step = \(step) AND entity IN (\(members)))"
      let name = Identifier.quoted(table.name)
      guard try connection.integer("SELECT count(*) FROM source.\(name) WHERE \(rows)") > 0 else { continue }
      let own = Identifier.quoted(step == 1 ? table.name : "\(table.name)_step\(step)")
      try connection.execute("CREATE TABLE \(own) AS SELECT * FROM source.\(name) WHERE \(rows)")
    }
    try connection.close()
  }

  /// Statements end with their scope: the file cannot be closed before.
  private func list(_ rejections: [Rejection], _ step: Int64, _ connection: Connection) throws(DatabaseError)
  {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS rejects (
        step INTEGER, entity TEXT, oldKey INTEGER, destination TEXT, reason TEXT, property TEXT, because INTEGER);
      CREATE TABLE IF NOT EXISTS Z_PRIMARYKEY AS SELECT * FROM source.Z_PRIMARYKEY;
      """)
    let insert = try connection.prepare("INSERT INTO rejects VALUES (?, ?, ?, ?, ?, ?, ?)")
    for rejection in rejections {
      let values: [Value] = [
        .integer(step), .text(rejection.entity), .integer(rejection.key), .text(rejection.destination),
        .text(rejection.reason.rawValue), rejection.property.map { .text($0) } ?? .null,
        rejection.because.map { .integer($0) } ?? .null,
      ]
      for (index, value) in values.enumerated() { try insert.bind(value, at: index + 1) }
      try insert.run()
      insert.reset()
    }
  }
}
