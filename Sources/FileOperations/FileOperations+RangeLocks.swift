private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Opens a file to read and write it, and locks a range of its bytes. SQLite's locks are seen, and SQLite
  /// sees ours.
  ///
  /// - Returns: `nil` if somebody holds a lock on part of the range.
  package func lockRange(of path: String, start: Int64, length: Int64, at point: FilePoint = .lock)
    throws(FileError) -> RangeLock?
  {
    let file = try openToWrite(path, at: point)
    let descriptor = file.descriptor
    do {
      try make("lock", path, at: point) { _ in il_lock_range(descriptor, start, length) }
    } catch {
      if error.code == EAGAIN || error.code == EACCES { return nil }
      throw error
    }
    return RangeLock(file: file)
  }

  /// Whether the locked file is open once more, in any process or in ours, for reading or for writing.
  ///
  /// The system grants a write lease only where it is not. The lease is a question and is given up at once: one
  /// that is held lets every other open() hang, for 45 seconds as a rule, and then gives it the file of before,
  /// though its name may stand for another by then.
  package func isOpenElsewhere(_ lock: RangeLock, at point: FilePoint = .lock) throws(FileError) -> Bool {
    let descriptor = lock.file.descriptor
    do {
      try make("look for other users of", lock.path, at: point) { _ in il_probe_lease(descriptor) }
      return false
    } catch {
      if error.code == EAGAIN { return true }
      guard Self.lacksLeases(error.code) else { throw error }
      return try isOpenByProcessTable(lock, at: point)
    }
  }

  /// The same from the lists of open files that processes have under /proc. Lists that we may not read are
  /// skipped, as is a file that is mapped into memory but closed: without a lease there is no better answer.
  func isOpenByProcessTable(_ lock: RangeLock, at point: FilePoint = .lock) throws(FileError) -> Bool {
    isOpenByProcessTable(try status(of: lock, at: point), except: String(lock.file.descriptor))
  }

  /// The same of a file that we may not open, and so not lock.
  package func isOpenByProcessTable(_ path: String, at point: FilePoint = .lock) throws(FileError) -> Bool {
    isOpenByProcessTable(try status(of: path, at: point), except: nil)
  }

  private func isOpenByProcessTable(_ wanted: FileStatus, except own: String?) -> Bool {
    let ourselves = String(getpid())
    for process in processEntries(of: "/proc") where process.utf8.allSatisfy(Self.isDigit) {
      let folder = "/proc/\(process)/fd"
      for entry in processEntries(of: folder) where process != ourselves || entry != own {
        // Processes and their files come and go meanwhile.
        guard let status = try? status(of: "\(folder)/\(entry)", at: .processes) else { continue }
        if status.isSameFile(as: wanted) { return true }
      }
    }
    return false
  }

  /// Whether a name still leads to the locked file.
  package func isSameFile(_ lock: RangeLock, as path: String, at point: FilePoint = .lock) throws(FileError)
    -> Bool
  {
    let held = try status(of: lock, at: point)
    return try linkStatusIfPresent(of: path, at: point)?.isSameFile(as: held) ?? false
  }

  package func status(of lock: RangeLock, at point: FilePoint = .status) throws(FileError) -> FileStatus {
    try status(of: lock.file, at: point)
  }

  private func processEntries(of folder: String) -> [String] {
    (try? list(folder, at: .processes))?.names ?? []
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Leases are for the file's owner, and for file systems of this machine.
  private static func lacksLeases(_ code: Int32) -> Bool {
    [EACCES, EPERM, EINVAL, ENOTSUP, ENOSYS].contains(code)
  }
}
