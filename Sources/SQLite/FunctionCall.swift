import CSQLite

/// One call of a registered function: its arguments, and where the answer goes. Without an answer it is NULL.
package struct FunctionCall {
  let context: OpaquePointer
  let count: Int
  let arguments: UnsafeMutablePointer<OpaquePointer?>?

  private func argument(_ index: Int) -> OpaquePointer? {
    index < count ? arguments?[index] : nil
  }

  package func storageClass(_ index: Int) -> StorageClass {
    StorageClass(rawValue: sqlite3_value_type(argument(index))) ?? .null
  }

  package func integer(_ index: Int) -> Int64 {
    sqlite3_value_int64(argument(index))
  }

  package func double(_ index: Int) -> Double {
    sqlite3_value_double(argument(index))
  }

  /// Lends the bytes of a text or blob.
  package func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    let value = argument(index)
    let start: UnsafeRawPointer?
    if storageClass(index) == .blob {
      start = sqlite3_value_blob(value)
    } else {
      start = UnsafeRawPointer(sqlite3_value_text(value))
    }
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }

  package func answer(_ integer: Int64) {
    sqlite3_result_int64(context, integer)
  }

  package func answer(_ real: Double) {
    sqlite3_result_double(context, real)
  }

  package func answer(text bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      il_sqlite3_result_text(
        context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64($0.count))
    }
  }

  /// Answers with the argument itself, storage class and all.
  package func answerArgument(_ index: Int) {
    sqlite3_result_value(context, argument(index))
  }

  /// Ends the statement. The message may hold nothing of anybody's data.
  package func fail(_ message: String) {
    sqlite3_result_error(context, message, -1)
  }

  package func answer(blob bytes: [UInt8]) {
    bytes.withUnsafeBytes { answer(blob: $0) }
  }

  package func answer(blob bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      sqlite3_result_zeroblob(context, 0)
    } else {
      il_sqlite3_result_blob(context, bytes.baseAddress, UInt64(bytes.count))
    }
  }
}
