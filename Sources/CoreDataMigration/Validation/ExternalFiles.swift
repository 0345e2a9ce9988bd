#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files beside a store that cells with external storage refer to (format page 4.9).
struct ExternalFiles {
  static let inlineTag: UInt8 = 1
  static let referenceTag: UInt8 = 2
  /// Tag, the 36 characters of a UUID, and a zero byte.
  static let referenceLength = 38

  let folder: String?

  /// The file name of a reference; nil for anything else.
  static func name(_ cell: UnsafeRawBufferPointer) -> String? {
    guard cell.count == referenceLength, cell[0] == referenceTag, cell[referenceLength - 1] == 0 else {
      return nil
    }
    let name = cell[1..<(referenceLength - 1)]
    // Nothing that could lead out of the folder.
    guard name.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: "-") }) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { (try? withFile(name) { _, _ in }) != nil }

  /// Gives the content piece by piece, its length first; nil if the file is not there or cannot be read
  /// whole.
  func read(_ name: String, begin: (Int) -> Void, _ piece: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let isWhole = try? withFile(name) { descriptor, length in
      begin(length)
      var rest = length
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while rest > 0 {
        let count = chunk.withUnsafeMutableBytes { Self.readSome(descriptor, $0) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        chunk.withUnsafeBytes { piece(UnsafeRawBufferPointer(rebasing: $0[..<min(count, rest)])) }
        rest -= min(count, rest)
      }
      return rest == 0
    }
    return isWhole ?? false
  }

  /// Names in the folder; empty where there is none.
  func names() -> Set<String> {
    guard let folder, let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: Set<String> = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.insert(name) }
    }
    return names
  }

  private struct Missing: Error {}

  private func withFile<Result>(_ name: String, _ body: (Int32, Int) -> Result) throws -> Result {
    guard let folder else { throw Missing() }
    let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Missing() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Missing() }
    return body(descriptor, Int(status.st_size))
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

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}
