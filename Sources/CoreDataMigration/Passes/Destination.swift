import FileOperations

/// Where a migration writes to. Core Data's layout is one; each form has keys, encodings, links and a schema of its own.
package protocol Destination {
  /// Tables, empty.
  mutating func create() throws
  /// First pass: every row with its attributes, old keys standing in for links.
  ///
  /// - Parameter meter: told of rows of entities as they are written.
  mutating func writeRows(_ meter: WorkMeter?) throws
  /// Seconds that the first pass took for the rows of each source entity.
  var entitySeconds: [String: Double] { get }
  /// Second pass: links, through the old-id map.
  ///
  /// - Parameter meter: told of rows that are written for links, as often as each is.
  mutating func connect(_ meter: WorkMeter?) throws
  /// Indexes, metadata, and the file closed.
  mutating func finish() throws
}
