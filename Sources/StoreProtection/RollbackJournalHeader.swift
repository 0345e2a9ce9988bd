/// The header of a part of a rollback journal (https://sqlite.org/fileformat2.html, section 3).
package struct RollbackJournalHeader: Sendable, Hashable {
  static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
  /// Length of the fields in bytes; the header itself fills a sector.
  static let length = 28
  /// Stands for "as many as the file holds".
  private static let untilEnd: UInt32 = 0xffff_ffff

  /// How many page records follow; `nil` for as many as the file holds.
  package let recordCount: Int?
  /// What each record's checksum begins with.
  package let nonce: UInt32
  /// Pages of the database before the transaction.
  package let pageCount: UInt32
  /// In bytes: each part of the journal begins at a multiple of it.
  package let sectorSize: Int
  /// In bytes.
  package let pageSize: Int

  /// `nil` for bytes that SQLite does not take for a header: it reads no further.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.starts(with: Self.magic) else { return nil }
    let count = bytes.bigEndian32(at: 8)
    recordCount = count == Self.untilEnd ? nil : Int(count)
    nonce = bytes.bigEndian32(at: 12)
    pageCount = bytes.bigEndian32(at: 16)
    sectorSize = Int(bytes.bigEndian32(at: 20))
    pageSize = Int(bytes.bigEndian32(at: 24))
    // SQLite allows sectors from 32 bytes to 64 KiB.
    let isSector = sectorSize >= 32 && sectorSize <= 65536 && sectorSize & (sectorSize - 1) == 0
    guard isSector, DatabaseHeader.isPageSize(pageSize) else { return nil }
  }

  /// Of a record in bytes: page number, page, checksum.
  var recordSize: Int { pageSize + 8 }
}
