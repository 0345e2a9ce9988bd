private import Digests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Bytes that are in memory at a time while a file is read, copied or hashed.
  static let pieceSize = 1 << 20

  /// Reads what comes next into `buffer`.
  ///
  /// - Returns: how many bytes; 0 only at the end.
  package func readNext(
    from file: borrowing OpenFile, into buffer: UnsafeMutableRawBufferPointer, at point: FilePoint = .read
  ) throws(FileError) -> Int {
    let descriptor = file.descriptor
    return try make("read", file.path, at: point, canBeShort: true) { short in
      read(descriptor, buffer.baseAddress, part(buffer.count, short: short))
    }
  }

  /// Fills `buffer` from a place in the file.
  ///
  /// - Returns: how many bytes; fewer than fit only where the file ends.
  package func readBytes(
    from file: borrowing OpenFile, offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
    at point: FilePoint = .read
  ) throws(FileError) -> Int {
    let descriptor = file.descriptor
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let moved = try make("read", file.path, at: point, canBeShort: true) { short in
        pread(descriptor, rest.baseAddress, part(rest.count, short: short), off_t(offset) + off_t(done))
      }
      if moved == 0 { break }
      done += moved
    }
    return done
  }

  /// Reads `count` bytes from a place in the file, fewer only where it ends.
  package func readBytes(
    from file: borrowing OpenFile, offset: Int64, count: Int, at point: FilePoint = .read
  ) throws(FileError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    let done = try readBytes(from: file, offset: offset, into: buffer, at: point)
    return Array(buffer[..<done])
  }

  /// Reads a whole file that is known to be small.
  package func readAll(_ path: String, at point: FilePoint = .read) throws(FileError) -> [UInt8] {
    let file = try openToRead(path, at: point)
    var bytes: [UInt8] = []
    while true {
      let piece = try readBytes(from: file, offset: Int64(bytes.count), count: 1 << 16, at: point)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// Size and SHA-256 of a file, read once, in bounded memory. What is appended meanwhile does not count.
  package func digest(of path: String, at point: FilePoint = .read) throws(FileError) -> FileDigest {
    let file = try openToRead(path, at: point)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4096)
    defer { buffer.deallocate() }
    var digest = MessageDigest(.sha256)
    var size: Int64 = 0
    // A file that somebody goes on writing to has no end.
    let end = try status(of: file, at: point).size
    while size < end {
      if mustGiveUp {
        throw FileError(operation: "go on reading", path: path, code: Interruption.errorCode)
      }
      let wanted = Int(min(Int64(buffer.count), end - size))
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = try readNext(from: file, into: piece, at: point)
      if count == 0 { break }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      size += Int64(count)
    }
    return FileDigest(size: size, sha256: digest.finalize().hexadecimalText)
  }
}
