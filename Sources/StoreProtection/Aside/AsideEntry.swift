internal import FileOperations
internal import JSON

/// One thing that was set aside, as it was before: a file, or a folder as a whole.
package struct AsideEntry: Sendable, Hashable {
  /// What it is for the store.
  enum Part: String, Sendable, CaseIterable {
    case store
    /// Log and journal.
    case log
    case sharedMemory = "shared-memory"
    case externalData = "external-data"
    case leftover
  }

  /// In the store's folder, and in the dated one.
  package let name: String
  let part: Part
  let kind: FileKind
  /// In bytes.
  let size: Int64
  let inode: UInt64
  /// Nanoseconds since 1970.
  let modified: Int64
  /// `nil` of what is no file, of shared memory, and of a file that could not be read.
  let sha256: String?

  init(name: String, part: Part, status: FileStatus, sha256: String?) {
    self.name = name
    self.part = part
    kind = status.kind
    size = status.size
    inode = status.inode
    modified = status.modified
    self.sha256 = sha256
  }

  /// Whether its bytes matter: the shared memory is built again, and of folders only the name is moved.
  private var hasData: Bool { kind == .regular && part != .sharedMemory }

  /// Whether what stands somewhere is what was set aside. A file that nobody wrote to keeps number and time in every
  /// rename; one that was brought from a backup has its digest.
  ///
  /// - Parameter isHeld: whether it lies in the dated folder, where only a set-aside puts things.
  func isThis(
    _ status: FileStatus, at path: String, isHeld: Bool, with files: FileOperations
  ) throws(FileError) -> Bool {
    guard status.kind == kind else { return false }
    // Of a folder only the name was moved; brought from a backup it has another number.
    guard hasData else { return true }
    guard status.size == size else { return false }
    if status.modified == modified, isHeld || status.inode == inode { return true }
    guard let sha256 else { return false }
    return try files.digest(of: path, at: .asideRead).sha256 == sha256
  }

  var json: JSONValue {
    [
      "name": .string(name), "part": .string(part.rawValue), "kind": .string(kind.rawValue),
      "size": .integer(size), "inode": .string(String(inode)), "modified": .integer(modified),
      "sha256": .optional(sha256),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    name = try fields.string("name")
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else {
      throw .wrongType(fields.path("name"), "a name in a folder")
    }
    part = try fields.word("part")
    kind = try fields.word("kind")
    size = try fields.count("size")
    guard let inode = UInt64(try fields.string("inode")) else {
      throw .wrongType(fields.path("inode"), "a number in a string")
    }
    self.inode = inode
    modified = try fields.integer("modified")
    sha256 = try fields.optionalString("sha256")
    try fields.finish()
  }
}
