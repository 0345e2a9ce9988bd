package import Diagnostics
package import FileOperations

/// Keeps every writer away from a store's file: a write lock on the bytes that SQLite's own locks are on
/// (https://sqlite.org/src/file/src/os.h: pending, reserved and 510 shared bytes from 0x40000000). It is on the file,
/// not on its name, so that it holds through every link, and it ends with its process.
package struct StoreLock: Sendable {
  private static let firstByte: Int64 = 0x4000_0000
  private static let byteCount: Int64 = 512
  private static let pause: UInt32 = 100

  private let range: RangeLock
  private let path: String
  private let files: FileOperations

  /// Locks the file, unless somebody has it open, whether idle, reading or writing.
  ///
  /// - Parameter wait: seconds to wait for those who have.
  package init(_ path: String, wait: Int, with files: FileOperations) throws(DiagnosticError) {
    self.path = path
    self.files = files
    range = try Patience(seconds: wait, files: files).tryUntilGiven(else: Self.inUse) {
      () throws(DiagnosticError) -> RangeLock? in
      let lock = try Self.lock(path, files)
      guard let lock, try !Self.isOpenElsewhere(lock, files) else { return nil }
      return lock
    }
  }

  /// Locks a file that nobody else knows yet.
  init(new path: String, with files: FileOperations) throws(DiagnosticError) {
    self.path = path
    self.files = files
    guard let range = try Self.lock(path, files) else { throw Self.inUse }
    self.range = range
  }

  /// Ends the run if somebody opened the file since: what such a program writes would go to a file without a name.
  ///
  /// - Parameter seconds: for programs that only look, a backup or an indexer: they are gone in a moment.
  func requireAlone(seconds: Int = 1) throws(DiagnosticError) {
    _ = try Patience(seconds: seconds, files: files).tryUntilGiven(else: Self.inUse) {
      () throws(DiagnosticError) -> Bool? in
      try Self.isOpenElsewhere(range, files) ? nil : true
    }
  }

  /// Whether the locked file is the one at `path` still.
  func isAtItsName() throws(FileError) -> Bool {
    try files.isSameFile(range, as: path, at: .placeLock)
  }

  private static func lock(_ path: String, _ files: FileOperations) throws(DiagnosticError) -> RangeLock? {
    do {
      return try files.lockRange(of: path, start: firstByte, length: byteCount, at: .placeLock)
    } catch {
      if error.meansReadOnly { throw .placeNotWritable(error) }
      guard error.meansUnsupported else { throw DiagnosticError(error) }
      throw .place(
        .failure, .storeCannotLock, "The store cannot be locked on this file system. \(error.nameOnly)",
        "Copy the store with its companions to a local disk and run there, or use --output.")
    }
  }

  private static func isOpenElsewhere(_ lock: RangeLock, _ files: FileOperations) throws(DiagnosticError)
    -> Bool
  {
    try reporting { () throws(FileError) in try files.isOpenElsewhere(lock, at: .placeLock) }
  }

  static var inUse: DiagnosticError {
    .place(
      .inUse, .storeInUse, "Another program has the store open.",
      "Quit every program that uses it, or give --wait SECONDS, then run again.",
      "With --output a copy is migrated, and the store itself stays as it is.")
  }
}
