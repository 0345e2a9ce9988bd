private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All by path: closing a descriptor would end the record locks that the process holds on the file, and with
/// them those of SQLite.
extension FileOperations {
  /// The system's limit for the names of a file's extended attributes, and for one value.
  private static let attributeSize = 1 << 16

  /// What a file has besides its name and its bytes, symbolic links followed.
  package func attributes(of path: String, at point: FilePoint = .status) throws(FileError) -> FileAttributes
  {
    let status = try status(of: path, at: point)
    var extended: [String: [UInt8]] = [:]
    for name in try attributeNames(of: path, at: point) {
      extended[name] = try attribute(name, of: path, at: point)
    }
    return FileAttributes(
      mode: status.mode, owner: status.owner, group: status.group, extended: extended,
      modified: status.modified)
  }

  /// Lets others do with a file what `mode` says, as far as the process's umask lets new files have it.
  package func share(_ path: String, mode: UInt32, at point: FilePoint = .write) throws(FileError) {
    let withheld = umask(0o077)
    umask(withheld)
    try make("change the mode of", path, at: point) { _ in chmod(path, mode_t(mode) & ~withheld | 0o600) }
  }

  /// Gives a file the owner, the mode and the extended attributes of another; those that it has besides stay,
  /// and so do its times.
  ///
  /// - Returns: the names of extended attributes that the system or the file system does not let us give, in
  ///   the order of their bytes.
  package func apply(_ attributes: FileAttributes, to path: String, at point: FilePoint = .write)
    throws(FileError) -> [String]
  {
    let current = try status(of: path, at: point)
    if attributes.owner != current.owner || attributes.group != current.group {
      try make("change the owner of", path, at: point) { _ in chown(path, attributes.owner, attributes.group)
      }
    }
    // After the owner: changing that takes set-id bits away.
    try make("change the mode of", path, at: point) { _ in chmod(path, mode_t(attributes.mode)) }
    var refused: [String] = []
    for (name, value) in attributes.extended.sorted(by: { Self.precedes($0.key, $1.key) }) {
      do {
        try make("give an attribute to", path, at: point) { _ in
          il_set_attribute(path, name, value, value.count)
        }
      } catch {
        guard Self.isRefusal(error.code, of: name) else { throw error }
        refused.append(name)
      }
    }
    return refused
  }

  /// Sets when the bytes last changed, in nanoseconds since 1970; the access time stays.
  package func setModified(_ path: String, to nanoseconds: Int64, at point: FilePoint = .write)
    throws(FileError)
  {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // The system counts the nanoseconds forwards, before 1970 too.
    let (seconds, rest) = remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
    try make("set the time of", path, at: point) { _ in il_set_modified(path, seconds, rest) }
  }

  private func attributeNames(of path: String, at point: FilePoint) throws(FileError) -> [String] {
    var buffer = [CChar](repeating: 0, count: Self.attributeSize)
    let count: Int
    do {
      count = try make("list the attributes of", path, at: point) { _ in
        il_attribute_names(path, &buffer, Self.attributeSize)
      }
    } catch {
      if Self.lacksAttributes(error.code) { return [] }
      throw error
    }
    var names: [String] = []
    for bytes in buffer[..<count].split(separator: 0) {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw FileError(operation: "list the attributes of", path: path, code: EILSEQ)
      }
      names.append(name)
    }
    return names
  }

  /// `nil` if it is gone, or was only listed.
  private func attribute(_ name: String, of path: String, at point: FilePoint) throws(FileError) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: Self.attributeSize)
    do {
      let count = try make("read an attribute of", path, at: point) { _ in
        il_attribute(path, name, &value, Self.attributeSize)
      }
      return Array(value[..<count])
    } catch {
      if error.code == ENODATA || Self.lacksAttributes(error.code) { return nil }
      throw error
    }
  }

  private static func lacksAttributes(_ code: Int32) -> Bool { [ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) }

  /// Names of the system's own are for the superuser, or for nobody.
  private static func isRefusal(_ code: Int32, of name: String) -> Bool {
    if [ENOTSUP, EOPNOTSUPP, EPERM].contains(code) { return true }
    return code == EACCES && (name.hasPrefix("security.") || name.hasPrefix("trusted."))
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
