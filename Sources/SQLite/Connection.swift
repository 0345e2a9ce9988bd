import CSQLite

/// One open database and its attached ones. Not `Sendable`: one task, one connection.
package final class Connection {
  package struct OpenMode: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let readOnly = OpenMode(rawValue: SQLITE_OPEN_READONLY)
    package static let readWrite = OpenMode(rawValue: SQLITE_OPEN_READWRITE)
    package static let create = OpenMode(rawValue: SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE)
  }

  let handle: OpaquePointer
  private var isClosed = false
  /// What SQLite calls back while statements run; it must live as long as the handle does.
  let progress = ProgressWatch()
  var authorizer: AuthorizerBox?

  /// Opens a finished file that nobody changes any more: without locks, and without the `-shm` that reading a file in
  /// WAL mode makes beside it, so that several connections can come and go at once. A log beside it is not read.
  package static func finished(path: String) throws(DatabaseError) -> Connection {
    try Connection(
      name: "file:\(Identifier.percentEncoded(path))?immutable=1",
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX)
  }

  /// Opens `path`, a plain file name, never a URI.
  ///
  /// What a file brings along is data to us, not code: see `ConnectionSetting` and `ResourceLimit`.
  package convenience init(path: String, mode: OpenMode) throws(DatabaseError) {
    try self.init(name: path, flags: mode.rawValue)
  }

  private init(name: String, flags: Int32) throws(DatabaseError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: ResultCode(rawValue: code), message: message, context: "open")
    }
    handle = opened
    try harden()
  }

  deinit {
    if !isClosed { sqlite3_close_v2(handle) }
  }

  /// Closes now, so that a failure is seen. Every statement must be gone.
  package func close() throws(DatabaseError) {
    guard !isClosed else { return }
    let code = sqlite3_close(handle)
    if code != SQLITE_OK { throw error(code, "close") }
    isClosed = true
  }

  /// Runs statements whose rows do not matter.
  package func execute(_ sql: String) throws(DatabaseError) {
    var systemError: Int32 = 0
    let code = il_sqlite3_exec(handle, sql, &systemError)
    if code != SQLITE_OK { throw error(code, sql, after: systemError) }
  }

  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(connection: self, sql: sql)
  }

  /// Attaches a file as `name` (a plain identifier).
  package func attach(_ path: String, as name: String) throws(DatabaseError) {
    let statement = try prepare("ATTACH ? AS \(Identifier.quoted(name))")
    try statement.bind(.text(path), at: 1)
    _ = try statement.step()
  }

  /// The rows of a query as values, for small results.
  package func rows(_ sql: String, _ values: [Value] = []) throws(DatabaseError) -> [[Value]] {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
    var result: [[Value]] = []
    while try statement.step() {
      result.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return result
  }

  /// The single integer a query returns; 0 when it returns none or NULL.
  package func integer(_ sql: String) throws(DatabaseError) -> Int64 {
    try rows(sql).first?.first?.integer ?? 0
  }

  func check(_ code: Int32, _ context: String) throws(DatabaseError) {
    if code != SQLITE_OK { throw error(code, context) }
  }

  /// - Parameter systemError: what the system's calls left behind during SQLite's.
  func error(_ code: Int32, _ context: String, after systemError: Int32 = 0, offset: Int? = nil)
    -> DatabaseError
  {
    let extended = sqlite3_extended_errcode(handle)
    let known = ResultCode(rawValue: extended == SQLITE_OK || extended == SQLITE_ROW ? code : extended)
    if known.primary == .corrupt, DatabaseError.meansUnreadable(systemError) {
      return .unreadable(systemError, context)
    }
    return DatabaseError(
      code: known, message: String(cString: sqlite3_errmsg(handle)), context: context,
      systemError: known.primary == .ioError ? sqlite3_system_errno(handle) : 0, offset: offset)
  }
}
