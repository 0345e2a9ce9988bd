/// A property list as a value: what Core Foundation's binary and XML forms can hold.
package indirect enum PropertyList: Sendable {
  package struct Entry: Sendable {
    package let key: String
    package let value: PropertyList

    package init(_ key: String, _ value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// In file order. No key stands twice.
  case dictionary([Entry])
  case array([PropertyList])
  case string(String)
  /// UTF-16 code units with an unpaired surrogate, which no `String` can hold; kept so that they are
  /// written back as they were.
  case unpairedString([UInt16])
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// Any other 128-bit integer, two's complement.
  case wideInteger(high: UInt64, low: UInt64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  /// A reference into `$objects` of a keyed archive.
  case uid(UInt64)
}

/// Equal is what would be written as the same bytes: strings by code unit, numbers by bits, dictionaries in their order.
extension PropertyList: Hashable {
  package static func == (lhs: PropertyList, rhs: PropertyList) -> Bool {
    switch (lhs, rhs) {
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.unpairedString(let left), .unpairedString(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.wideInteger(let high, let low), .wideInteger(let otherHigh, let otherLow)):
      high == otherHigh && low == otherLow
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .dictionary(let entries): hasher.combine(entries)
    case .array(let elements): hasher.combine(elements)
    case .string(let string): string.utf8.forEach { hasher.combine($0) }
    case .unpairedString(let units): hasher.combine(units)
    case .integer(let integer): hasher.combine(integer)
    case .unsigned(let integer): hasher.combine(integer)
    case .wideInteger(let high, let low):
      hasher.combine(high)
      hasher.combine(low)
    case .real(let real), .date(let real): hasher.combine(real.bitPattern)
    case .boolean(let flag): hasher.combine(flag)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let number): hasher.combine(number)
    }
  }
}

extension PropertyList.Entry: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.key.utf8.elementsEqual(rhs.key.utf8) && lhs.value == rhs.value
  }

  package func hash(into hasher: inout Hasher) {
    key.utf8.forEach { hasher.combine($0) }
    hasher.combine(value)
  }
}

extension PropertyList {
  package var entries: [Entry]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  package var elements: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  package var data: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }

  package var uid: UInt64? {
    if case .uid(let uid) = self { uid } else { nil }
  }

  /// The value under a dictionary's key; nil when there is none, or this is no dictionary.
  package subscript(key: String) -> PropertyList? {
    entries?.first { $0.key == key }?.value
  }
}
