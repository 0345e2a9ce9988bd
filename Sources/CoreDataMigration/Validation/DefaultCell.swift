import CoreDataModel
import SQLite

/// A model's default as SQLite stores it in a column of a declared type: SQLite itself is asked.
struct DefaultCell {
  private let scratch: Connection

  init() throws(DatabaseError) { scratch = try Connection(path: ":memory:", mode: .create) }

  func value(of value: DefaultValue?, declaredType: String) throws(DatabaseError) -> Value {
    guard let value else { return .null }
    try scratch.execute("DROP TABLE IF EXISTS cell; CREATE TABLE cell (value \(Self.plain(declaredType)))")
    try insert(value)
    return try scratch.rows("SELECT value FROM cell").first?.first ?? .null
  }

  private func insert(_ value: DefaultValue) throws(DatabaseError) {
    let statement = try scratch.prepare("INSERT INTO cell VALUES (?)")
    let cell: Value =
      switch value {
      case .integer(let integer): .integer(integer)
      case .real(let real): real.isFinite ? .real(real) : .null
      case .decimal(let digits): .text(digits)
      case .text(let text): .text(text)
      case .blob(let bytes): .blob(bytes)
      }
    try statement.bind(cell, at: 1)
    try statement.run()
  }

  /// A declared type comes from a file: letters and what surrounds a length, nothing else.
  private static func plain(_ declaredType: String) -> String {
    declaredType.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "(" || $0 == ")" || $0 == " ") }
  }
}
