/// Why bytes are no database header.
package enum DatabaseHeaderError: Error, Sendable, Hashable {
  /// They do not begin with `SQLite format 3` and NUL.
  case noMagic
  /// They begin so and end before the header's 100 bytes.
  case cutShort
  /// The page size is none that SQLite has.
  case impossiblePageSize
  /// The versions of the file's form are none that SQLite has.
  case impossibleVersion
  /// The text encoding is none that SQLite has.
  case impossibleEncoding
}
