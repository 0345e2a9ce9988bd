import SQLite

/// A value as a store keeps it.
enum MatrixCell: Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// A literal of the rows' text: `NULL`, `'text'`, a number.
  init(_ literal: String) {
    if literal.hasPrefix("'") {
      self = .text(String(literal.dropFirst().dropLast()))
    } else if let number = Int64(literal) {
      self = .integer(number)
    } else if let number = Double(literal) {
      self = .real(number)
    } else {
      self = .null
    }
  }

  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): self = .text("blob \(bytes)")
    }
  }

  /// Whole numbers look the same whichever way SQLite keeps them; texts have quotes.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .text(let text): "'\(text)'"
    }
  }
}
