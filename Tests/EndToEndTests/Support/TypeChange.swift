import SQLite
import Testing

/// One attribute, `A.x`, whose type changes, and what must become of each value.
struct TypeChange: CustomTestStringConvertible, Sendable {
  struct Row: Sendable {
    /// As SQL; rows have keys from 1.
    let old: String
    /// Storage class and value.
    let new: String
    /// The kind of loss that stands in the way; nil for none.
    let loss: String?

    init(_ old: String, _ new: String, _ loss: String? = nil) {
      (self.old, self.new, self.loss) = (old, new, loss)
    }
  }

  static let kinds = ["overflow", "truncation", "unparsable"]
  static let declared = [
    "Integer 16": "INTEGER", "Integer 32": "INTEGER", "Integer 64": "INTEGER", "Boolean": "INTEGER",
    "Double": "FLOAT", "Float": "FLOAT", "Date": "TIMESTAMP", "Decimal": "DECIMAL", "String": "VARCHAR",
    "URI": "VARCHAR", "UUID": "BLOB", "Binary": "BLOB", "Transformable": "BLOB",
  ]

  let from: String
  let to: String
  let rows: [Row]

  init(_ from: String, _ to: String, _ rows: Row...) { (self.from, self.to, self.rows) = (from, to, rows) }

  var testDescription: String { "\(from) to \(to)" }

  /// - Parameter more: of the attribute in the new model.
  func made(_ more: String = "") throws -> HandMade {
    let values = rows.enumerated().map { "(\($0.offset + 1), 1, 1, \($0.element.old), '\(Program.canary)')" }
    return try HandMade(
      HandMade.entity("A", "", HandMade.attribute("x", type: from), HandMade.attribute("y")),
      HandMade.entity("A", "", HandMade.attribute("x", more, type: to), HandMade.attribute("y")),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX \(Self.declared[from] ?? "BLOB"), ZY VARCHAR );
        INSERT INTO ZA VALUES \(values.joined(separator: ", "));
        """)
  }

  /// Keys of the rows that lose in one way.
  func keys(_ kind: String) -> [Int64] {
    rows.enumerated().filter { $0.element.loss == kind }.map { Int64($0.offset) + 1 }
  }

  /// Storage class and value of `x`, in the order of keys.
  static func cells(_ made: HandMade) throws -> [String] {
    try made.workshop.rows("SELECT ZX FROM ZA ORDER BY Z_PK").map { row in
      switch row[0] {
      case .null: "null"
      case .integer(let integer): "integer \(integer)"
      case .real(let real): "real \(real)"
      case .text(let bytes): "text \(String(decoding: bytes, as: UTF8.self))"
      case .blob(let bytes): "blob " + bytes.map { String($0, radix: 16) }.joined(separator: " ")
      }
    }
  }
}
