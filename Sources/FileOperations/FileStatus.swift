#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system tells of a file without opening it.
package struct FileStatus: Sendable, Hashable {
  package let kind: FileKind
  /// In bytes.
  package let size: Int64
  /// The permission bits, with set-id and sticky bits.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let inode: UInt64
  package let device: UInt64
  /// When the bytes last changed: nanoseconds since 1970.
  package let modified: Int64
  /// How many names the file has.
  package let linkCount: UInt64

  /// Whether both are the same file, whatever their names.
  package func isSameFile(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

  init(_ record: stat) {
    switch record.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    size = Int64(record.st_size)
    mode = UInt32(record.st_mode) & 0o7777
    owner = record.st_uid
    group = record.st_gid
    inode = UInt64(record.st_ino)
    device = UInt64(truncatingIfNeeded: record.st_dev)
    #if canImport(Darwin)
      let time = record.st_mtimespec
    #else
      let time = record.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    linkCount = UInt64(record.st_nlink)
  }
}
