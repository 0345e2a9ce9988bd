/// The store as an SQLite database, its log folded in.
package struct InspectedDatabase: Sendable {
  /// In bytes.
  let pageSize: Int64
  /// As SQLite names it, such as `UTF-8`; nil where it cannot be read.
  var encoding: String?
  /// Whether the file says that it is used with a write-ahead log.
  let usesWriteAheadLog: Bool
  /// Nil where SQLite could not even look.
  var quickCheck: QuickCheck?
  var views = 0
  var triggers = 0
}
