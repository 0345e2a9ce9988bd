internal import FileOperations

/// What can be seen of the source's files without reading them: any writer changes some of it.
struct SourceState: Sendable, Hashable {
  private struct Stamp: Sendable, Hashable {
    let size: Int64
    let modified: Int64
    let inode: UInt64
    let device: UInt64
  }

  private var stamps: [StoreFileRole: Stamp] = [:]

  /// The files that hold data and are there.
  var present: [StoreFileRole] { StoreFileRole.holdingData.filter { stamps[$0] != nil } }

  init(of store: StoreFiles, with files: FileOperations, at point: FilePoint) throws(FileError) {
    for role in StoreFileRole.holdingData {
      guard let status = try files.statusIfPresent(of: store.path(of: role), at: point) else { continue }
      stamps[role] = Stamp(
        size: status.size, modified: status.modified, inode: status.inode, device: status.device)
    }
  }
}
