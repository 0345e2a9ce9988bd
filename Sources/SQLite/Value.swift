/// A value as SQLite stores it.
package enum Value: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  package static func text(_ string: String) -> Value { .text(Array(string.utf8)) }

  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// Text as a string, invalid UTF-8 repaired; nil for the other classes.
  package var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  package var bytes: [UInt8]? {
    switch self {
    case .text(let bytes), .blob(let bytes): bytes
    default: nil
    }
  }
}
