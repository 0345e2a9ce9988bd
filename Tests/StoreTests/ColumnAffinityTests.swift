import SQLite
import Testing

@Suite struct ColumnAffinityTests {
  static let types = [
    "INTEGER", "INT", "BIGINT", "tinyint(1)", "VARCHAR", "VARCHAR(255)", "CHARINT", "TEXT", "clob", "BLOB",
    "",
    "REAL", "FLOAT", "DOUBLE PRECISION", "TIMESTAMP", "DECIMAL", "DECIMAL(10,5)", "NUMERIC", "BOOLEAN",
    "DATE",
    "FLOATING POINT", "STRING", "BLOBINT", "XBLOBX", "POINT",
  ]

  /// What SQLite itself makes of values in a column of the type.
  @Test(arguments: types) func asSQLite(type: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(
      "CREATE TABLE t (x \(type)); INSERT INTO t VALUES ('5'), (5.0), (5), ('5.5'), (X'35')")
    let found = try connection.rows("SELECT typeof(x) FROM t").compactMap(\.first?.string)
    let expected =
      switch ColumnAffinity(declaredType: type) {
      case .integer, .numeric: ["integer", "integer", "integer", "real", "blob"]
      case .real: ["real", "real", "real", "real", "blob"]
      case .text: ["text", "text", "text", "text", "blob"]
      case .blob: ["text", "real", "integer", "text", "blob"]
      }
    #expect(found == expected)
  }

  @Test func likeness() {
    let integer = ColumnAffinity(declaredType: "INTEGER")
    #expect(integer.isLike(ColumnAffinity(declaredType: "TIMESTAMP")))
    #expect(!integer.isLike(ColumnAffinity(declaredType: "FLOAT")))
    #expect(!ColumnAffinity(declaredType: "").isLike(ColumnAffinity(declaredType: "VARCHAR")))
  }
}
