private import CPlatform
private import Digests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Copies while hashing: each byte is read once, and what is hashed is what was written. Nothing is
  /// synchronised. A copy that fails is removed. What is appended meanwhile is not copied.
  ///
  /// Reads pass `file.read`; making the copy and each write to it pass `point`.
  package func copyHashing(
    from source: String, to copy: String, mode: UInt32 = 0o600, at point: FilePoint = .copy
  ) throws(FileError) -> FileDigest {
    let reading = try openToRead(source)
    let writing = try createNew(copy, mode: mode, at: point)
    do {
      return try moveHashing(from: reading, to: writing, at: point)
    } catch {
      try? removeFile(copy)
      throw error
    }
  }

  private func moveHashing(from source: borrowing OpenFile, to copy: borrowing OpenFile, at point: FilePoint)
    throws(FileError) -> FileDigest
  {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4096)
    defer { buffer.deallocate() }
    let meter = copies.meter
    var digest = MessageDigest(.sha256)
    var size: Int64 = 0
    // A file that somebody goes on writing to has no end.
    let end = try status(of: source).size
    while size < end {
      if mustGiveUp {
        throw FileError(operation: "go on copying", path: source.path, code: Interruption.errorCode)
      }
      let wanted = Int(min(Int64(buffer.count), end - size))
      let count = try readNext(from: source, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      if count == 0 { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      try writeAll(piece, to: copy, at: point)
      digest.update(piece)
      size += Int64(count)
      meter?.add(Int64(count))
    }
    return FileDigest(size: size, sha256: digest.finalize().hexadecimalText)
  }

  /// Copies in the cheapest way there is: shared blocks, else inside the kernel, else through memory.
  /// Nothing is synchronised. A copy that fails is removed.
  package func copy(
    from source: String, to copy: String, mode: UInt32 = 0o600, at point: FilePoint = .copy
  ) throws(FileError) {
    let reading = try openToRead(source)
    let writing = try createNew(copy, mode: mode, at: point)
    do {
      if try clone(from: reading, to: writing, at: point) { return }
      if try copyRanges(from: reading, to: writing, at: point) { return }
      _ = try moveHashing(from: reading, to: writing, at: point)
    } catch {
      try? removeFile(copy)
      throw error
    }
  }

  private func clone(from source: borrowing OpenFile, to copy: borrowing OpenFile, at point: FilePoint)
    throws(FileError) -> Bool
  {
    let from = source.descriptor
    let to = copy.descriptor
    do {
      try make("clone", copy.path, at: point) { _ in il_clone(to, from) }
      return true
    } catch {
      if Self.meansUnsupported(error.code) { return false }
      throw error
    }
  }

  /// - Returns: false if the system cannot, and nothing was copied.
  private func copyRanges(from source: borrowing OpenFile, to copy: borrowing OpenFile, at point: FilePoint)
    throws(FileError) -> Bool
  {
    let from = source.descriptor
    let to = copy.descriptor
    let end = Int(try status(of: source).size)
    var copied = 0
    while copied < end {
      let moved: Int
      do {
        moved = try make("copy", copy.path, at: point, canBeShort: true) { short in
          il_copy_range(to, from, part(min(end - copied, 1 << 30), short: short))
        }
      } catch {
        if copied == 0, Self.meansUnsupported(error.code) { return false }
        throw error
      }
      // Some file systems say 0 for a file that has bytes: if nothing came, reading decides.
      if moved == 0 { return copied > 0 }
      copied += moved
    }
    return true
  }

  /// The answers of a system or a file system that lacks a call, or lacks it for these files.
  static func meansUnsupported(_ code: Int32) -> Bool {
    [ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EXDEV, ENOTTY, EPERM, ETXTBSY].contains(code)
  }
}
