/// A JSON document as a value.
///
/// Strings, and so keys, are equal only when their UTF-8 bytes are; but a dictionary holds at most one of two
/// keys that Unicode calls canonically equivalent, and the reader refuses an object with both.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// A string, or null.
  package static func optional(_ string: String?) -> JSONValue { string.map(JSONValue.string) ?? .null }
}

extension JSONValue: Equatable {
  package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left.inKeyOrder, right.inKeyOrder).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
        }
    default: false
    }
  }
}

extension Dictionary where Key == String {
  /// Its entries by the UTF-8 bytes of their keys.
  package var inKeyOrder: [(key: String, value: Value)] { sorted { $0.key.precedes($1.key) } }
}

extension String {
  /// Orders by UTF-8 bytes, which no version of Unicode changes.
  package func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
