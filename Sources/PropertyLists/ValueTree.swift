/// What archived bytes hold, as values alone: no class is ever instantiated, and the name of one is text.
package indirect enum ValueTree: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package let key: ValueTree
    package let value: ValueTree

    package init(_ key: ValueTree, _ value: ValueTree) {
      self.key = key
      self.value = value
    }
  }

  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// Any other 128-bit integer, two's complement.
  case wideInteger(high: UInt64, low: UInt64)
  case real(Double)
  case string(String)
  /// UTF-16 code units with an unpaired surrogate.
  case unpairedString([UInt16])
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  /// 16 bytes, in the order of the written form.
  case uuid([UInt8])
  /// Also a set, in the order in which it was written.
  case array([ValueTree])
  /// In the order in which it was written.
  case dictionary([Entry])
  /// An object of any other class, by the name that stands in the archive, and what it encoded under which key.
  case object(className: String, fields: [Entry])
}
