/// A JSON value as it is written, numbers apart from flags and texts by their bytes.
enum JSON: Decodable, Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(Array(value.utf8))
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  static func text(_ string: String) -> JSON { .text(Array(string.utf8)) }

  var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  var list: [JSON] {
    if case .list(let values) = self { values } else { [] }
  }

  var members: [String: JSON] {
    if case .object(let values) = self { values } else { [:] }
  }

  subscript(_ name: String) -> JSON { members[name] ?? .null }

  /// Equal, where 2 and 2.0 are: JSON does not tell them apart.
  func matches(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.integer(let left), .real(let right)), (.real(let right), .integer(let left)): Double(left) == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && left.allSatisfy { name, value in right[name].map(value.matches) ?? false }
    default: self == other
    }
  }
}
