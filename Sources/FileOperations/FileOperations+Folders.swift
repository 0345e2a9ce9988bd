#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  package func createFolder(_ path: String, mode: UInt32 = 0o700, at point: FilePoint = .folder)
    throws(FileError)
  {
    try make("make the folder", path, at: point) { _ in mkdir(path, mode_t(mode)) }
  }

  /// Makes a folder for us alone in `place`; without one in the system's temporary folder, or in `TMPDIR`.
  ///
  /// - Returns: its path.
  package func createTemporaryFolder(_ name: String, in place: String? = nil, at point: FilePoint = .folder)
    throws(FileError) -> String
  {
    let parent = place ?? getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
    var template = Array(FileName.join(parent.isEmpty ? "/tmp" : parent, "\(name).XXXXXX").utf8CString)
    try make("make a folder in", parent, at: point) { _ in
      mkdtemp(&template) == nil ? -1 : 0
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// - Returns: whether it was made; false if something of that name is there.
  package func createFolderIfAbsent(_ path: String, mode: UInt32 = 0o700, at point: FilePoint = .folder)
    throws(FileError) -> Bool
  {
    do {
      try createFolder(path, mode: mode, at: point)
      return true
    } catch {
      if error.isCollision { return false }
      throw error
    }
  }

  /// Removes an empty folder.
  package func removeFolder(_ path: String, at point: FilePoint = .remove) throws(FileError) {
    try make("remove the folder", path, at: point) { _ in rmdir(path) }
  }

  /// Removes a folder of ours with all that is in it, or nothing if it is not there. Symbolic links in it are
  /// removed, never followed.
  package func removeTree(_ path: String, at point: FilePoint = .remove) throws(FileError) {
    guard let status = try linkStatusIfPresent(of: path, at: point) else { return }
    guard status.kind == .folder else { return try removeFile(path, at: point) }
    for name in try list(path, at: point).names {
      try removeTree(FileName.join(path, name), at: point)
    }
    try removeFolder(path, at: point)
  }

  /// What a folder holds.
  package func list(_ path: String, at point: FilePoint = .folder) throws(FileError) -> FolderListing {
    try make("list", path, at: point) { _ in 0 }
    guard let stream = opendir(path) else {
      throw FileError(operation: "list", path: path, code: errno)
    }
    defer { _ = closedir(stream) }
    var listing = FolderListing()
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      switch Self.name(of: entry) {
      case nil: listing.undecodable += 1
      case ".", "..": break
      case let name?: listing.names.append(name)
      }
    }
    let code = errno
    if code != 0 { throw FileError(operation: "list", path: path, code: code) }
    listing.names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return listing
  }

  /// The system's record is as long as its name, so that the name is read where it lies.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let characters = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    return String(validatingCString: characters)
  }
}
