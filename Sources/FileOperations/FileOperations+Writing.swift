#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Writes all of `bytes` at the file's position.
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: borrowing OpenFile, at point: FilePoint = .write
  ) throws(FileError) {
    let descriptor = file.descriptor
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try make("write", file.path, at: point, canBeShort: true) { short in
        write(descriptor, rest.baseAddress, part(rest.count, short: short))
      }
    }
  }

  package func writeAll(_ bytes: [UInt8], to file: borrowing OpenFile, at point: FilePoint = .write)
    throws(FileError)
  {
    let descriptor = file.descriptor
    var done = 0
    while done < bytes.count {
      done += try make("write", file.path, at: point, canBeShort: true) { short in
        bytes.withUnsafeBytes { all in
          let rest = UnsafeRawBufferPointer(rebasing: all[done...])
          return write(descriptor, rest.baseAddress, part(rest.count, short: short))
        }
      }
    }
  }

  /// Writes a file in one step: under another name first, synchronised, then renamed over `path`, folder
  /// synchronised. A failure leaves what was there.
  package func replaceFile(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644, at point: FilePoint = .write
  ) throws(FileError) {
    let temporary = FileName.join(FileName.folder(of: path), "." + FileName.last(of: path) + ".new")
    try removeFileIfPresent(temporary, at: point)
    do {
      let file = try createNew(temporary, mode: mode, at: point)
      try writeAll(bytes, to: file, at: point)
      try synchronize(file, at: point)
      try move(temporary, to: path, at: point)
    } catch {
      try? removeFileIfPresent(temporary, at: point)
      throw error
    }
    try synchronizeFolder(FileName.folder(of: path), at: point)
  }

  /// Writes a file that is not there yet, in one step as `replaceFile` does; fails with EEXIST if anything has its name.
  package func createFile(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644, at point: FilePoint = .write
  ) throws(FileError) {
    let temporary = FileName.join(FileName.folder(of: path), "." + FileName.last(of: path) + ".new")
    try removeFileIfPresent(temporary, at: point)
    do {
      let file = try createNew(temporary, mode: mode, at: point)
      try writeAll(bytes, to: file, at: point)
      try synchronize(file, at: point)
      try moveWithoutReplacing(temporary, to: path, at: point)
    } catch {
      try? removeFileIfPresent(temporary, at: point)
      throw error
    }
    try synchronizeFolder(FileName.folder(of: path), at: point)
  }

  /// Cuts a file of ours to `size` bytes.
  package func cut(_ path: String, to size: Int64, at point: FilePoint = .write) throws(FileError) {
    let file = try openToWrite(path, at: point)
    let descriptor = file.descriptor
    try make("cut", path, at: point) { _ in ftruncate(descriptor, off_t(size)) }
  }

  package func synchronize(_ file: borrowing OpenFile, at point: FilePoint = .sync) throws(FileError) {
    let descriptor = file.descriptor
    try make("synchronise", file.path, at: point) { _ in fsync(descriptor) }
  }

  package func synchronizeFile(_ path: String, at point: FilePoint = .sync) throws(FileError) {
    let file = try openToRead(path, at: point)
    try synchronize(file, at: point)
  }

  /// Makes names in a folder last. Some file systems cannot do that and say so; there is nothing more to do
  /// then.
  package func synchronizeFolder(_ path: String, at point: FilePoint = .sync) throws(FileError) {
    do {
      try synchronizeFile(path, at: point)
    } catch {
      if error.code == EINVAL || error.code == ENOTSUP { return }
      throw error
    }
  }
}
