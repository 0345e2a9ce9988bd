#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A call of SQLite that failed.
///
/// `message` is SQLite's own: it may name tables and columns, never bound values.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  package let code: ResultCode
  package let message: String
  /// What we were doing: the statement without its bound values, cut to a readable length.
  package let context: String

  /// The system's error number behind it (`errno`); 0 where there is none.
  package let systemError: Int32

  /// Where in the statement's text a failed `prepare` found fault, in bytes of UTF-8; nil where SQLite names no place.
  package let offset: Int?

  package init(
    code: ResultCode, message: String, context: String, systemError: Int32 = 0, offset: Int? = nil
  ) {
    self.systemError = systemError
    self.offset = offset
    self.code = code
    self.message = message
    self.context = String(context.prefix(200))
  }

  package var description: String { "SQLite \(code): \(message) [\(context)]" }

  /// The file itself is at fault, not the call.
  package var isDamage: Bool {
    code.primary == .corrupt || code.primary == .notADatabase
      // A page so far away that no file can have it: a journal names it.
      || (code.primary == .ioError && systemError == EFBIG)
  }

  /// A page that the system did not read: SQLite takes it for damage, and the disk may be at fault.
  static func unreadable(_ systemError: Int32, _ context: String) -> DatabaseError {
    DatabaseError(
      code: .ioError, message: "a part of the file could not be read", context: context,
      systemError: systemError)
  }

  /// The error numbers of reading that SQLite turns into "corrupt" (os_unix.c, `unixRead`).
  static func meansUnreadable(_ systemError: Int32) -> Bool {
    [EIO, ENXIO, ERANGE].contains(systemError)
  }
}
