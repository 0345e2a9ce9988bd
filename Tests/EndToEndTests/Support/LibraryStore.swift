import Digests
import Foundation
import SQLite

/// Reads a store of the Library model by a layout that is written down here by hand, and gives its rows in
/// the form of the fixtures' `.expect.json`.
struct LibraryStore {
  /// Where a property is.
  enum Storage {
    case value(String)
    case flag(String)
    case identifier(String)
    /// Data with the tag that says whether it lies in the row or in a file.
    case tagged(String)
    case toOne(String)
    /// With the column that holds the entity's number.
    case toOneOf(String, String)
    /// The rows of a table whose column leads here, by key or by an order column.
    case owned(table: String, column: String, order: String?)
    case joined(table: String, mine: String, theirs: String, order: String?)
    /// In a join table that is its own inverse.
    case joinedBothWays(table: String, String, String)
  }

  struct Entity {
    let number: Int64
    let table: String
    var properties: [String: Storage]
  }

  let connection: Connection
  let entities: [String: Entity]
  /// Where external files are looked for.
  let externalFolder: String

  init(path: String, version: String) throws { try self.init(path: path, entities: Self.entities(version)) }

  init(path: String, entities: [String: Entity]) throws {
    connection = try Connection(path: path, mode: .readOnly)
    self.entities = entities
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    externalFolder = (path as NSString).deletingLastPathComponent + "/.\(name)_SUPPORT/_EXTERNAL_DATA"
  }

  /// Entity → key → property → value, as the fixtures have it.
  func rows() throws -> JSON {
    var result: [String: JSON] = [:]
    for (name, entity) in entities {
      var rows: [String: JSON] = [:]
      for row in try connection.rows("SELECT Z_PK FROM \(entity.table) WHERE Z_ENT = \(entity.number)") {
        guard let key = row[0].integer else { continue }
        rows[String(key)] = .object(
          try entity.properties.mapValues { try value($0, of: key, in: entity.table) })
      }
      result[name] = .object(rows)
    }
    return .object(result)
  }

  private func cell(_ column: String, _ table: String, _ key: Int64) throws -> Value {
    try connection.rows("SELECT \(column) FROM \(table) WHERE Z_PK = \(key)").first?.first ?? .null
  }

  private func value(_ storage: Storage, of key: Int64, in table: String) throws -> JSON {
    switch storage {
    case .value(let column):
      switch try cell(column, table, key) {
      case .blob(let bytes): return Self.data(bytes)
      case let value: return JSON(value)
      }
    case .flag(let column):
      guard let number = try cell(column, table, key).integer else { return .null }
      return .flag(number != 0)
    case .identifier(let column):
      guard case .blob(let bytes) = try cell(column, table, key), bytes.count == 16 else { return .null }
      let digits = Array(bytes.hexadecimalText.uppercased())
      return .text(
        [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-"))
    case .tagged(let column):
      guard case .blob(let bytes) = try cell(column, table, key) else { return .null }
      guard bytes.first == 2 else {
        return bytes.first == 1 ? Self.data(Array(bytes.dropFirst())) : .flag(false)
      }
      let name = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
      return Self.data(try Array(Data(contentsOf: URL(fileURLWithPath: externalFolder + "/" + name))))
    case .toOne(let column): return JSON(try cell(column, table, key))
    case .toOneOf(let column, let numberColumn):
      let (far, number) = try (cell(column, table, key), cell(numberColumn, table, key))
      let name = entities.first { $0.value.number == number.integer }?.key
      return far == .null && number == .null
        ? .null : .object(["key": JSON(far), "entity": name.map { .text($0) } ?? .null])
    case .owned(let far, let column, let order):
      return try keys("SELECT Z_PK FROM \(far) WHERE \(column) = \(key) ORDER BY \(order ?? "Z_PK")")
    case .joined(let join, let mine, let theirs, let order):
      return try keys("SELECT \(theirs) FROM \(join) WHERE \(mine) = \(key) ORDER BY \(order ?? theirs)")
    case .joinedBothWays(let join, let first, let second):
      return try keys(
        """
        SELECT \(second) FROM \(join) WHERE \(first) = \(key)
        UNION SELECT \(first) FROM \(join) WHERE \(second) = \(key) ORDER BY 1
        """)
    }
  }

  private func keys(_ sql: String) throws -> JSON { .list(try connection.rows(sql).map { JSON($0[0]) }) }

  private static func data(_ bytes: [UInt8]) -> JSON {
    bytes.count <= 64
      ? .object(["hex": .text(bytes.hexadecimalText)])
      : .object(["bytes": .integer(Int64(bytes.count)), "sha256": .text(sha256(bytes).hexadecimalText)])
  }
}
