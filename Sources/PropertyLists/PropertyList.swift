/// A property list as a value: what Core Foundation's binary and XML forms can hold.
package indirect enum PropertyList: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
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
