import CSQLite

/// A result code of SQLite, extended codes included. An open set: a newer library may return one we do not name.
package struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let ok = ResultCode(rawValue: SQLITE_OK)
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// A text, a blob or a statement longer than a limit of the connection.
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let notAuthorized = ResultCode(rawValue: SQLITE_AUTH)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  package static let row = ResultCode(rawValue: SQLITE_ROW)

  /// The code without its extension.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  package var description: String {
    "\(rawValue) (\(String(cString: sqlite3_errstr(rawValue))))"
  }
}
