package import FileOperations
internal import JSON

/// A file as the journal knows it.
package struct FileRecord: Sendable, Hashable {
  package let digest: FileDigest
  /// For a person who looks for the file; proof is the digest alone.
  package let inode: UInt64

  var json: JSONValue {
    ["sha256": .string(digest.sha256), "size": .integer(digest.size), "inode": .string(String(inode))]
  }

  init(digest: FileDigest, inode: UInt64) {
    self.digest = digest
    self.inode = inode
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    digest = FileDigest(size: try fields.count("size"), sha256: try fields.string("sha256"))
    guard let inode = UInt64(try fields.string("inode")) else {
      throw .wrongType(fields.path("inode"), "a number in a string")
    }
    self.inode = inode
    try fields.finish()
  }
}
