private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file call that failed: what was tried, where, and the system's reason.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, as a verb in the infinitive: `open`, `rename`.
  package let operation: String
  package let path: String
  /// The system's error number (`errno`).
  package let code: Int32

  package init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's text for `code`, such as `No such file or directory`.
  package var reason: String {
    var text = [CChar](repeating: 0, count: 256)
    il_error_text(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package var description: String { "Cannot \(operation) \(path): \(reason)." }

  /// The same without the folder, for reports: they name no path.
  package var nameOnly: String { "Cannot \(operation) \(FileName.last(of: path)): \(reason)." }

  /// Whether something is at the name already.
  package var isCollision: Bool { code == EEXIST }

  /// Whether nothing is at the name.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether no file can be looked at under such a name: it is too long, or leads in a circle.
  package var isImpossibleName: Bool { code == ENAMETOOLONG || code == ELOOP }

  /// Whether the rights of the file or of its folder forbid the call.
  package var isDenied: Bool { code == EACCES || code == EPERM }

  /// Whether the disk or the system failed, so that another try may do better, whatever the path is.
  package var isOfSystem: Bool { [EIO, ENXIO, EMFILE, ENFILE, ENOMEM, ENOLCK, ESTALE].contains(code) }

  package var isReadOnlyFileSystem: Bool { code == EROFS }

  /// Whether the system or the file system lacks the call.
  package var meansUnsupported: Bool {
    [ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, ENOLCK].contains(code)
  }

  /// Whether a rename would lead to another file system; so it is for a folder of a lower layer of an overlay, too.
  package var isOfAnotherFileSystem: Bool { code == EXDEV }

  /// Something that must be there is not.
  package static func missing(_ path: String) -> FileError {
    FileError(operation: "find", path: path, code: ENOENT)
  }

  /// Something is at a name that must be free.
  package static func taken(_ path: String) -> FileError {
    FileError(operation: "put in place", path: path, code: EEXIST)
  }

  /// Whether the disk, or what we may use of it, is full.
  package var isLackOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
