private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Opens a file to read it; its access time stays where the system allows that.
  package func openToRead(_ path: String, at point: FilePoint = .open) throws(FileError) -> OpenFile {
    let descriptor = try make("open", path, at: point) { _ in il_open_reading(path) }
    return OpenFile(descriptor: descriptor, path: path)
  }

  /// Makes a file that is not there yet, to read and write it; fails with EEXIST otherwise.
  package func createNew(_ path: String, mode: UInt32 = 0o600, at point: FilePoint = .open) throws(FileError)
    -> OpenFile
  {
    let descriptor = try make("create", path, at: point) { _ in
      open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    }
    return OpenFile(descriptor: descriptor, path: path)
  }

  /// Opens a file of ours to write into it.
  func openToWrite(_ path: String, at point: FilePoint) throws(FileError) -> OpenFile {
    let descriptor = try make("open", path, at: point) { _ in open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
    return OpenFile(descriptor: descriptor, path: path)
  }

  /// Takes the lock of a lock file, which is made if need be. A lock whose process is dead does not count.
  ///
  /// - Returns: `nil` if somebody else holds it.
  package func lock(_ path: String, at point: FilePoint = .lock) throws(FileError) -> FileLock? {
    while true {
      let descriptor = try make("open", path, at: point) { _ in
        open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
      }
      let file = OpenFile(descriptor: descriptor, path: path)
      do {
        try make("lock", path, at: point) { _ in il_lock(descriptor) }
      } catch {
        if error.code == EAGAIN || error.code == EACCES { return nil }
        throw error
      }
      // Its last holder may have removed the file between our open and our lock: then the lock is on a file
      // that nobody else can find.
      let held = try status(of: file, at: point)
      if let named = try linkStatusIfPresent(of: path, at: point), named.isSameFile(as: held) {
        return FileLock(file: file)
      }
    }
  }

  /// Whether somebody, in another process or in ours, holds the lock of a lock file. Nothing is made or changed.
  package func isLocked(_ path: String, at point: FilePoint = .lock) throws(FileError) -> Bool {
    let descriptor: Int32
    do {
      // A pipe at the name would keep us waiting.
      descriptor = try make("open", path, at: point) { _ in
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      }
    } catch {
      if error.isAbsence { return false }
      throw error
    }
    let file = OpenFile(descriptor: descriptor, path: path)
    return try make("look for a lock of", path, at: point) { _ in il_is_locked(file.descriptor) } == 1
  }
}
