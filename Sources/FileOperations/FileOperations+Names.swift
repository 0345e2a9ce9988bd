private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileOperations {
  /// Renames, and replaces what is at `target`.
  package func move(_ path: String, to target: String, at point: FilePoint = .rename) throws(FileError) {
    try make("rename", path, at: point) { _ in rename(path, target) }
  }

  /// Renames a file; fails with EEXIST if anything is at `target`.
  package func moveWithoutReplacing(_ path: String, to target: String, at point: FilePoint = .rename)
    throws(FileError)
  {
    do {
      try make("put in place", target, at: point) { _ in il_rename_no_replace(path, target) }
    } catch {
      guard error.meansUnsupported else { throw error }
      try moveByLink(path, to: target, at: point)
    }
  }

  /// The same for a folder, which cannot have a second name. Where the system lacks the call, a plain rename could
  /// replace an empty folder that somebody makes in the same moment, and nothing else.
  package func moveFolderWithoutReplacing(_ path: String, to target: String, at point: FilePoint = .rename)
    throws(FileError)
  {
    do {
      try make("put in place", target, at: point) { _ in il_rename_no_replace(path, target) }
    } catch {
      guard error.meansUnsupported else { throw error }
      if try linkStatusIfPresent(of: target, at: point) != nil {
        throw .taken(target)
      }
      try move(path, to: target, at: point)
    }
  }

  /// A second name never replaces either. Between the two calls the file has both names.
  func moveByLink(_ path: String, to target: String, at point: FilePoint) throws(FileError) {
    try makeLink(from: path, to: target, at: point)
    do {
      try removeFile(path, at: point)
    } catch {
      try? removeFile(target)
      throw error
    }
  }

  /// Exchanges two names in one step; both must be there.
  package func exchange(_ first: String, with second: String, at point: FilePoint = .rename) throws(FileError)
  {
    try make("exchange", first, at: point) { _ in il_rename_exchange(first, second) }
  }

  /// Gives a file a second name.
  package func makeLink(from path: String, to target: String, at point: FilePoint = .rename) throws(FileError)
  {
    try make("link", target, at: point) { _ in link(path, target) }
  }

  package func removeFile(_ path: String, at point: FilePoint = .remove) throws(FileError) {
    try make("remove", path, at: point) { _ in unlink(path) }
  }

  package func removeFileIfPresent(_ path: String, at point: FilePoint = .remove) throws(FileError) {
    do {
      try removeFile(path, at: point)
    } catch {
      if !error.isAbsence { throw error }
    }
  }
}
