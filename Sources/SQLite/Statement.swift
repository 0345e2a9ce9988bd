import CSQLite

/// A prepared statement, finalised with its owner.
package final class Statement {
  let handle: OpaquePointer
  private let connection: Connection
  package let columnCount: Int
  /// The system's error number that a call within the last step left; 0 where none failed.
  private(set) var systemError: Int32 = 0
  /// The highest place of a parameter (`?`, `:name`); 0 where there is none.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  init(connection: Connection, sql: String) throws(DatabaseError) {
    var prepared: OpaquePointer?
    var systemError: Int32 = 0
    let code = il_sqlite3_prepare(connection.handle, sql, &prepared, &systemError)
    guard code == SQLITE_OK, let prepared else {
      let offset = Int(sqlite3_error_offset(connection.handle))
      throw code == SQLITE_OK
        ? DatabaseError(code: .error, message: "no statement", context: sql)
        : connection.error(code, sql, after: systemError, offset: offset < 0 ? nil : offset)
    }
    handle = prepared
    self.connection = connection
    columnCount = Int(sqlite3_column_count(prepared))
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether there is a row.
  package func step() throws(DatabaseError) -> Bool {
    switch il_sqlite3_step(handle, &systemError) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, String(cString: sqlite3_sql(handle)), after: systemError)
    }
  }

  /// Runs to the end.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  package func reset() {
    sqlite3_reset(handle)
  }

  /// Binds by position, from 1.
  package func bind(_ value: Value, at index: Int) throws(DatabaseError) {
    let position = Int32(index)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, position)
      case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
      case .real(let real): sqlite3_bind_double(handle, position, real)
      case .text(let bytes):
        bytes.withUnsafeBytes { buffer in
          il_sqlite3_bind_text(
            handle, position, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(buffer.count))
        }
      case .blob(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, position, 0)
          : bytes.withUnsafeBytes { il_sqlite3_bind_blob(handle, position, $0.baseAddress, UInt64($0.count)) }
      }
    try connection.check(code, "bind")
  }

  // Columns count from 0.

  package func storageClass(at column: Int) -> StorageClass {
    StorageClass(rawValue: sqlite3_column_type(handle, Int32(column))) ?? .null
  }

  package func integer(at column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(column))
  }

  package func double(at column: Int) -> Double {
    sqlite3_column_double(handle, Int32(column))
  }

  /// Nil for NULL.
  package func optionalInteger(at column: Int) -> Int64? {
    storageClass(at: column) == .null ? nil : integer(at: column)
  }

  /// Text with invalid UTF-8 repaired; empty for NULL.
  package func string(at column: Int) -> String {
    withBytes(at: column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the bytes of a text or blob; they die with the next step.
  package func withBytes<Result>(at column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    let index = Int32(column)
    let start: UnsafeRawPointer?
    if sqlite3_column_type(handle, index) == SQLITE_BLOB {
      start = sqlite3_column_blob(handle, index)
    } else {
      start = UnsafeRawPointer(sqlite3_column_text(handle, index))
    }
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
  }

  /// A copy of the cell.
  package func value(at column: Int) -> Value {
    switch storageClass(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(double(at: column))
    case .text: .text(withBytes(at: column) { Array($0) })
    case .blob: .blob(withBytes(at: column) { Array($0) })
    }
  }
}
