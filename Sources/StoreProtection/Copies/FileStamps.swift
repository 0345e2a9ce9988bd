internal import FileOperations

/// What can be seen of files without reading them: any writer changes some of it.
struct FileStamps: Sendable, Hashable {
  private struct Stamp: Sendable, Hashable {
    let size: Int64
    let modified: Int64
    let inode: UInt64
    let device: UInt64
  }

  private var stamps: [String: Stamp] = [:]

  init(of paths: [String], with files: FileOperations, at point: FilePoint) throws(FileError) {
    for path in paths {
      guard let status = try files.statusIfPresent(of: path, at: point) else { continue }
      stamps[path] = Stamp(
        size: status.size, modified: status.modified, inode: status.inode, device: status.device)
    }
  }

  /// 0 if it was not there.
  func inode(of path: String) -> UInt64 { stamps[path]?.inode ?? 0 }
}
