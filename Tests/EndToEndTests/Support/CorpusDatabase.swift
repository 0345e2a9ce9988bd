import Foundation
import SQLite

/// A store read by plain SQL.
struct CorpusDatabase {
  struct Object: Hashable {
    let kind, name: String
    let sql: String?
  }

  struct Entity: Hashable {
    let number: Int64
    let name: String
    let parent, highestKey: Int64
  }

  let path: String
  private let connection: Connection

  init(path: String) throws {
    self.path = path
    connection = try Connection(path: path, mode: .readWrite)
  }

  func rows(_ sql: String) throws -> [[Value]] { try connection.rows(sql) }

  func text(_ sql: String) throws -> String? { try rows(sql).first?.first?.string }

  func integer(_ sql: String) throws -> Int64? { try rows(sql).first?.first?.integer }

  /// Everything in the schema, in the order it was made.
  func objects() throws -> [Object] {
    try rows("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").map {
      Object(kind: $0[0].string ?? "", name: $0[1].string ?? "", sql: $0[2].string)
    }
  }

  func tables() throws -> [String] { try objects().filter { $0.kind == "table" }.map(\.name) }

  /// Name and declared type of each column, in order.
  func columns(_ table: String) throws -> [(name: String, type: String)] {
    try rows("SELECT name, type FROM pragma_table_info('\(table)')").map {
      ($0[0].string ?? "", $0[1].string ?? "")
    }
  }

  /// `Z_PRIMARYKEY` without the framework's own entities.
  func entities() throws -> [Entity] {
    try rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT").map
    {
      Entity(
        number: $0[0].integer ?? -1, name: $0[1].string ?? "", parent: $0[2].integer ?? -1,
        highestKey: $0[3].integer ?? -1)
    }
  }

  /// Entity numbers by the names of the model; a name left by an earlier version stands for its new one.
  func numbers(_ model: CorpusModel) throws -> [String: Int64] {
    var names = Dictionary(try entities().map { ($0.name, $0.number) }, uniquingKeysWith: { $1 })
    for entity in model.entities.values where names[entity.name] == nil {
      names[entity.name] = entity.elementID.flatMap { names.removeValue(forKey: $0) }
    }
    return names
  }

  /// The property list of the one metadata row.
  func metadata() throws -> NSDictionary {
    let bytes = try rows("SELECT Z_PLIST FROM Z_METADATA").first?.first?.bytes ?? []
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return list as? NSDictionary ?? [:]
  }
}
