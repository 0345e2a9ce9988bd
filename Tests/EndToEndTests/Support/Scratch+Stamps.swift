import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Scratch {
  /// Of everything below a folder, and of the folder: what any writing or renaming changes, the time of the last
  /// change of its name, owner and mode included.
  func stamps(_ name: String) throws -> [String: String] {
    var stamps = ["": try stamp(name)]
    for inner in try contents(name) { stamps[inner] = try stamp(name + "/" + inner) }
    return stamps
  }

  private func stamp(_ name: String) throws -> String {
    let found = try status(name)
    #if canImport(Darwin)
      let (modified, changed) = (found.st_mtimespec, found.st_ctimespec)
    #else
      let (modified, changed) = (found.st_mtim, found.st_ctim)
    #endif
    return "\(found.st_ino) \(found.st_size) \(found.st_mode) \(modified.tv_sec).\(modified.tv_nsec) "
      + "\(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// Links are not followed.
  func status(_ name: String) throws -> stat {
    var found = stat()
    guard lstat(self(name), &found) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
    return found
  }

  func mode(_ name: String) throws -> UInt32 { UInt32(try status(name).st_mode) & 0o7777 }
}
