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

  /// Whether the disk, or what we may use of it, is full.
  package var isLackOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
