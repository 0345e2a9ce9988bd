/// The default of an attribute as the store would hold it.
package enum DefaultValue: Sendable, Hashable {
  case integer(Int64)
  /// Double, Float, and Date (seconds since 2001-01-01T00:00:00Z).
  case real(Double)
  /// The decimal's digits as the model writes them.
  case decimal(String)
  /// String and URI.
  case text(String)
  /// UUID: 16 bytes, big-endian.
  case blob([UInt8])
}
