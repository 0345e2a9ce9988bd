/// The first 100 bytes of an SQLite database (https://sqlite.org/fileformat2.html, section 1.3).
package struct DatabaseHeader: Sendable, Hashable {
  /// Length of the header in bytes.
  package static let length = 100
  /// `SQLite format 3` and NUL.
  package static let magic = Array("SQLite format 3\0".utf8)

  /// In bytes: a power of two from 512 to 65536.
  package let pageSize: Int
  /// 1 for a rollback journal, 2 for a write-ahead log.
  package let writeVersion: UInt8
  package let readVersion: UInt8
  /// Bytes at each page's end that SQLite does not use.
  package let reservedBytes: UInt8
  package let changeCounter: UInt32
  /// Counts only where `changeCounter` is `versionValidFor`.
  package let pageCount: UInt32
  package let freePageCount: UInt32
  package let schemaCookie: UInt32
  package let schemaFormat: UInt32
  /// The page of the largest root; not 0 if the database can vacuum itself.
  package let largestRootPage: UInt32
  package let isIncrementalVacuum: Bool
  /// 1 for UTF-8, 2 for UTF-16 little-endian, 3 for UTF-16 big-endian; 0 while the database is empty.
  package let textEncoding: UInt32
  package let userVersion: UInt32
  package let applicationID: UInt32
  package let versionValidFor: UInt32
  /// Of the SQLite that wrote last, such as 3040001.
  package let sqliteVersion: UInt32

  /// Whether the database says that it is used with a write-ahead log.
  package var usesWriteAheadLog: Bool { writeVersion == 2 && readVersion == 2 }
  package var isAutoVacuum: Bool { largestRootPage != 0 }
  /// Whether `pageCount` was written by the last change.
  package var isPageCountValid: Bool { pageCount != 0 && changeCounter == versionValidFor }

  /// - Parameter bytes: the file's beginning; what follows the header is not read.
  package init(_ bytes: [UInt8]) throws(DatabaseHeaderError) {
    guard bytes.prefix(Self.magic.count).elementsEqual(Self.magic.prefix(bytes.count)), !bytes.isEmpty else {
      throw .noMagic
    }
    guard bytes.count >= Self.length else { throw .cutShort }
    // 65536 does not fit in two bytes and is written as 1.
    let written = Int(bytes.bigEndian16(at: 16))
    pageSize = written == 1 ? 65536 : written
    guard Self.isPageSize(pageSize) else { throw .impossiblePageSize }
    writeVersion = bytes[18]
    readVersion = bytes[19]
    // SQLite takes 0 for 1. More it reads at most, and cannot fold a log into it.
    guard writeVersion <= 2, readVersion <= 2 else { throw .impossibleVersion }
    reservedBytes = bytes[20]
    changeCounter = bytes.bigEndian32(at: 24)
    pageCount = bytes.bigEndian32(at: 28)
    freePageCount = bytes.bigEndian32(at: 36)
    schemaCookie = bytes.bigEndian32(at: 40)
    schemaFormat = bytes.bigEndian32(at: 44)
    guard schemaFormat <= 4 else { throw .impossibleVersion }
    largestRootPage = bytes.bigEndian32(at: 52)
    textEncoding = bytes.bigEndian32(at: 56)
    guard textEncoding <= 3 else { throw .impossibleEncoding }
    userVersion = bytes.bigEndian32(at: 60)
    isIncrementalVacuum = bytes.bigEndian32(at: 64) != 0
    applicationID = bytes.bigEndian32(at: 68)
    versionValidFor = bytes.bigEndian32(at: 92)
    sqliteVersion = bytes.bigEndian32(at: 96)
  }

  static func isPageSize(_ size: Int) -> Bool {
    size >= 512 && size <= 65536 && size & (size - 1) == 0
  }
}
