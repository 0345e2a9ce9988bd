/// Where a migration writes to. Core Data's layout is one; each form has keys, encodings, links and a schema of its own.
package protocol Destination {
  /// Tables, empty.
  mutating func create() throws
  /// First pass: every row with its attributes, old keys standing in for links.
  mutating func writeRows() throws
  /// Second pass: links, through the old-id map.
  mutating func connect() throws
  /// Indexes, metadata, and the file closed.
  mutating func finish() throws
}
