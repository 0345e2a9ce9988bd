#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// The file that a name leads to, symbolic links followed.
  package func status(of path: String, at point: FilePoint = .status) throws(FileError) -> FileStatus {
    var record = stat()
    try make("look at", path, at: point) { _ in stat(path, &record) }
    return FileStatus(record)
  }

  package func status(of file: borrowing OpenFile, at point: FilePoint = .status) throws(FileError)
    -> FileStatus
  {
    let descriptor = file.descriptor
    var record = stat()
    try make("look at", file.path, at: point) { _ in fstat(descriptor, &record) }
    return FileStatus(record)
  }

  /// What stands at a name itself: a symbolic link is not followed.
  package func linkStatus(of path: String, at point: FilePoint = .status) throws(FileError) -> FileStatus {
    var record = stat()
    try make("look at", path, at: point) { _ in lstat(path, &record) }
    return FileStatus(record)
  }

  /// `nil` if nothing is there.
  package func statusIfPresent(of path: String, at point: FilePoint = .status) throws(FileError)
    -> FileStatus?
  {
    do {
      return try status(of: path, at: point)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// `nil` if nothing is there.
  package func linkStatusIfPresent(of path: String, at point: FilePoint = .status) throws(FileError)
    -> FileStatus?
  {
    do {
      return try linkStatus(of: path, at: point)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// The full path of what a name leads to, all symbolic links followed.
  package func realPath(of path: String, at point: FilePoint = .status) throws(FileError) -> String {
    var answer: UnsafeMutablePointer<CChar>?
    defer { free(answer) }
    try make("find", path, at: point) { _ in
      answer = realpath(path, nil)
      return answer == nil ? -1 : 0
    }
    guard let text = answer.flatMap({ String(validatingCString: $0) }) else {
      throw FileError(operation: "find", path: path, code: EILSEQ)
    }
    return text
  }

  /// What a symbolic link says.
  package func linkTarget(of path: String, at point: FilePoint = .status) throws(FileError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try make("read the link", path, at: point) { _ in readlink(path, &buffer, buffer.count) }
    guard let text = String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) else {
      throw FileError(operation: "read the link", path: path, code: EILSEQ)
    }
    return text
  }

  /// Bytes that we may still write on the file system of `path`.
  package func freeSpace(at path: String, at point: FilePoint = .status) throws(FileError) -> Int64 {
    var record = statvfs()
    try make("ask for the free space of", path, at: point) { _ in statvfs(path, &record) }
    let bytes = UInt64(record.f_bavail).multipliedReportingOverflow(by: UInt64(record.f_frsize))
    return bytes.overflow ? .max : Int64(clamping: bytes.partialValue)
  }
}
