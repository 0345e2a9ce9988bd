#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file calls that reading models takes. Paths are bytes, because a file name need not be UTF-8.
enum ModelFiles {
  enum Kind {
    case directory
    case regularFile
    case other
    case missing
    case unreachable
  }

  /// The largest model seen has 47 kB.
  static let byteLimit = 32 << 20

  /// Follows symbolic links.
  static func kind(of path: ModelPath) -> Kind {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unreachable
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFREG: return .regularFile
    default: return .other
    }
  }

  /// Names in a directory, sorted by bytes, without `.`, `..` and the `._` files that a Mac leaves on
  /// foreign volumes and in archives.
  static func names(in path: ModelPath) throws(ModelError) -> [[UInt8]] {
    guard let directory = path.withCString({ opendir($0) }) else { throw failure(path, errno) }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8), !name.starts(with: Array("._".utf8)) {
        names.append(name)
      }
    }
    guard errno == 0 else { throw failure(path, errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func read(_ path: ModelPath) throws(ModelError) -> [UInt8] {
    // Never wait for a pipe that stands where a model should.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= byteLimit else {
        throw ModelError.unreadable(
          path: path.text, line: nil, reason: "the file is larger than \(byteLimit) bytes")
      }
    }
  }

  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func failure(_ path: ModelPath, _ code: Int32) -> ModelError {
    ModelError.unreadable(path: path.text, line: nil, reason: String(cString: strerror(code)))
  }
}
