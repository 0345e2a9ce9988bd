/// What a file has besides its name and its bytes, so that another file can be given the same.
package struct FileAttributes: Sendable, Hashable {
  /// The permission bits, with set-id and sticky bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// The extended attributes by name; empty where the file system has none.
  package var extended: [String: [UInt8]]
  /// When the bytes last changed: nanoseconds since 1970.
  package var modified: Int64

  package init(mode: UInt32, owner: UInt32, group: UInt32, extended: [String: [UInt8]], modified: Int64) {
    self.mode = mode
    self.owner = owner
    self.group = group
    self.extended = extended
    self.modified = modified
  }
}
