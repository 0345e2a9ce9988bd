import CSQLite

extension Connection {
  /// So many rows are told of together.
  private static let rowsAtOnce: Int64 = 256

  /// Runs `body` and tells of the rows that its statements write into the main database, while they write them: SQLite says
  /// how many they were only when a statement is over.
  ///
  /// - Parameter tell: nil where nobody wants to know; nothing is counted then.
  package func watchingRows(
    _ tell: ((Int64) -> Void)?, _ body: () throws -> Void
  ) throws {
    guard let tell else { return try body() }
    let watch = RowWatch(atOnce: Self.rowsAtOnce, tell: tell)
    sqlite3_update_hook(
      handle,
      { context, _, database, _, _ in
        // Rows of `temp` are no result.
        guard let context, database?.pointee == CChar(bitPattern: UInt8(ascii: "m")) else { return }
        Unmanaged<RowWatch>.fromOpaque(context).takeUnretainedValue().note()
      }, Unmanaged.passUnretained(watch).toOpaque())
    defer {
      sqlite3_update_hook(handle, nil, nil)
      watch.flush()
    }
    try body()
  }
}

/// Rows that were written and not told of yet.
private final class RowWatch {
  private let atOnce: Int64
  private let tell: (Int64) -> Void
  private var rows: Int64 = 0

  init(atOnce: Int64, tell: @escaping (Int64) -> Void) {
    self.atOnce = atOnce
    self.tell = tell
  }

  func note() {
    rows += 1
    if rows == atOnce { flush() }
  }

  func flush() {
    if rows > 0 { tell(rows) }
    rows = 0
  }
}
