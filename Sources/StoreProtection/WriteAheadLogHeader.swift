/// The first 32 bytes of a write-ahead log (https://sqlite.org/fileformat2.html, section 4.1).
package struct WriteAheadLogHeader: Sendable, Hashable {
  /// Length of the header in bytes.
  static let length = 32
  /// The last bit says in which byte order checksums read the log.
  private static let magic: UInt32 = 0x377f_0682

  /// The only one that there is.
  static let knownFormat: UInt32 = 3_007_000

  /// Of the log's own layout.
  package let format: UInt32
  /// In bytes.
  package let pageSize: Int
  package let hasBigEndianChecksums: Bool
  /// How often the log was started again.
  package let checkpointSequence: UInt32
  /// Two numbers that every frame of this log repeats, 8 bytes as they stand.
  package let salts: UInt64
  let checksum: WriteAheadLogChecksum

  /// `nil` for bytes that SQLite does not take for a log's header: it then reads the database without the
  /// log.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.bigEndian32(at: 0) & ~1 == Self.magic else { return nil }
    hasBigEndianChecksums = bytes.bigEndian32(at: 0) & 1 == 1
    format = bytes.bigEndian32(at: 4)
    pageSize = Int(bytes.bigEndian32(at: 8))
    guard DatabaseHeader.isPageSize(pageSize) else { return nil }
    checkpointSequence = bytes.bigEndian32(at: 12)
    salts = UInt64(bytes.bigEndian32(at: 16)) << 32 | UInt64(bytes.bigEndian32(at: 20))
    let isBigEndian = hasBigEndianChecksums
    let written = WriteAheadLogChecksum(first: bytes.bigEndian32(at: 24), second: bytes.bigEndian32(at: 28))
    var sum = WriteAheadLogChecksum()
    bytes.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24]), bigEndian: isBigEndian) }
    guard sum == written else { return nil }
    checksum = sum
  }
}
