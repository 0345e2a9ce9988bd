import SQLite

/// One entity with an attribute of every type, and one row for each pair of a type and a value.
enum ValueMatrix {
  /// Name, type in the model, type that Core Data declares.
  static let attributes = [
    ("i16", "Integer 16", "INTEGER"), ("i32", "Integer 32", "INTEGER"), ("i64", "Integer 64", "INTEGER"),
    ("flag", "Boolean", "INTEGER"), ("dbl", "Double", "FLOAT"), ("flt", "Float", "FLOAT"),
    ("at", "Date", "TIMESTAMP"), ("price", "Decimal", "DECIMAL"), ("text", "String", "VARCHAR"),
    ("link", "URI", "VARCHAR"), ("uid", "UUID", "BLOB"), ("tree", "Transformable", "BLOB"),
    ("raw", "Binary", "BLOB"), ("ext", "Binary", "BLOB"),
  ]

  /// As SQL: every storage class, and the edges of each.
  static let values =
    [
      "0", "1", "2", "-1", "32767", "32768", "70000", "2147483648", "9007199254740993",
      "9223372036854775807", "-9223372036854775808", "0.0", "-0.0", "1.0", "5.0", "0.5", "0.1", "5e-324",
      "1.7976931348623157e308", "9e999", "-9e999", "1e15", "9007199254740992.0", "-63114076800.0",
      "700000000.0", "123456789.25", "''", "'a'", "'1'", "'01'", "' 1'", "'1.0'", "'5e3'", "'0x10'",
      "'9223372036854775808'", "'12345678901234567890.123456789'", "'79.90'", "'Infinity'", "'YES'",
    ] + texts + blobs

  /// With NUL, and what is not UTF-8: cut short, a lone surrogate, bytes of none.
  private static let texts = ["610062", "6261c328", "eda080", "f09f98", "fffe", "efbbbf61"].map {
    "CAST(X'\($0)' AS TEXT)"
  }

  private static let blobs = [
    "X''", "X'00'", "X'01'", "X'02'", "X'03'", "X'0102'", "X'000102030405060708090a0b0c0d0e'",
    "X'000102030405060708090a0b0c0d0e0f'",
  ]

  /// What a version of the model does to each attribute.
  enum Change: String, CaseIterable {
    case none, added, renamed, widened
  }

  static func entity(_ change: Change) -> String {
    let declared = attributes.map { name, type, _ in
      var more = name == "ext" ? #"allowsExternalBinaryDataStorage="YES" "# : ""
      if change == .renamed { more += "elementID=\"\(name)\"" }
      let wide = change == .widened && type.hasPrefix("Integer") ? "Integer 64" : type
      return HandMade.attribute((change == .renamed ? "new" : "") + name, more, type: wide)
    }
    return HandMade.entity("A", "", declared.joined() + (change == .added ? HandMade.attribute("more") : ""))
  }

  /// - Parameter declared: the type of each column; nil for Core Data's own.
  static func table(_ declared: String?) -> String {
    let columns = attributes.map { "Z\($0.0.uppercased()) \(declared ?? $0.2)" }.joined(separator: ", ")
    let rows = attributes.enumerated().flatMap { position, attribute in
      values.enumerated().map { index, value in
        "(\(1000 * position + index + 1), 1, 1, \(attributes.map { $0.0 == attribute.0 ? value : "NULL" }.joined(separator: ", ")))"
      }
    }
    return """
      CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns) );
      INSERT INTO ZA VALUES \(rows.joined(separator: ",\n"));
      """
  }

  /// Key, storage class and bytes of each value: REAL by its bits, text as it is encoded.
  static func cells(_ connection: Connection, prefix: String = "") throws -> [String] {
    let connection = connection
    return try attributes.flatMap { name, _, _ in
      let column = "Z\(prefix)\(name)".uppercased()
      return try connection.rows(
        "SELECT Z_PK, typeof(\(column)), \(column), hex(CAST(\(column) AS BLOB)) FROM ZA WHERE \(column) IS NOT NULL ORDER BY 1"
      ).map { row in
        let bytes =
          if case .real(let real) = row[2] { String(real.bitPattern, radix: 16) } else {
            row[3].string ?? ""
          }
        return "\(name) \(row[0].integer ?? 0) \(row[1].string ?? "") \(bytes)"
      }
    }
  }
}
