import SQLite

/// A table of the framework's own as the source has it: the statements that make the same one.
package struct FrameworkTableForm: Sendable, Hashable {
  package let name: String
  /// `CREATE TABLE`.
  let sql: String
  /// `CREATE INDEX`, by the indexes' names.
  let indexes: [String]

  /// The types of format page 2.3.
  private static let types: Set<Substring> = [
    "INTEGER", "FLOAT", "TIMESTAMP", "DECIMAL", "VARCHAR", "BLOB",
  ]

  /// What a file brings along is data, not code: nil unless every statement is of the form that Core Data writes, so
  /// that it can be run again and makes rows that a plain copy takes over, keys included.
  init?(_ name: String, in catalog: SchemaCatalog) {
    let objects = catalog.objects.filter { $0.tableName == name }
    guard let sql = objects.first(where: { $0.kind == .table })?.sql,
      let columns = Self.parts(of: sql, after: "CREATE TABLE \(name) "),
      columns.first == ["Z_PK", "INTEGER", "PRIMARY", "KEY"],
      columns.dropFirst().allSatisfy({ $0.count == 2 && Self.isName($0[0]) && Self.types.contains($0[1]) })
    else { return nil }
    let names = Set(columns.compactMap(\.first))
    var indexes: [String] = []
    for index in objects where index.kind == .index {
      let head = "INDEX \(index.name) ON \(name) "
      guard let sql = index.sql, Self.isName(index.name[...]),
        let parts = Self.parts(of: sql, after: "CREATE " + head)
          ?? Self.parts(of: sql, after: "CREATE UNIQUE " + head),
        parts.allSatisfy({ part in
          part.first.map(names.contains) ?? false && Self.isOrder(Array(part.dropFirst()))
        })
      else { return nil }
      indexes.append(sql)
    }
    self.name = name
    self.sql = sql
    self.indexes = indexes
  }

  /// The words of each part of a list in parentheses, which ends the statement.
  private static func parts(of sql: String, after head: String) -> [[Substring]]? {
    guard sql.hasPrefix(head) else { return nil }
    let list = sql.dropFirst(head.count)
    guard list.first == "(", list.last == ")" else { return nil }
    return list.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace) }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func isOrder(_ words: [Substring]) -> Bool {
    [[], ["COLLATE", "BINARY", "ASC"], ["COLLATE", "BINARY", "DESC"]].contains(words)
  }
}
