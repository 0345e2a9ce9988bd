/// The record at a journal's end that names the file which decides about a transaction over several
/// databases (https://sqlite.org/fileformat2.html, section 3): number of the lock-byte page, name, length,
/// checksum, magic.
///
/// SQLite deletes the file it names once the journal is played back, wherever it is.
package struct SuperJournalRecord: Sendable, Hashable {
  /// Length, checksum and magic: what follows the name, in bytes.
  static let tailLength = 16
  /// SQLite's own limit for a name is shorter.
  private static let maximumName = 1 << 16

  /// The bytes up to the first NUL, which are what SQLite takes.
  package let name: [UInt8]
  /// Where the record begins in the journal.
  package let offset: Int64

  /// `nil` if it is not UTF-8.
  package var path: String? { String(validating: name, as: UTF8.self) }

  /// How many bytes before the end `tail` says that the record begins, if there is one.
  ///
  /// - Parameter tail: the journal's last 16 bytes.
  static func nameLength(tail: [UInt8], size: Int64) -> Int? {
    guard tail.count == tailLength, tail[8...].elementsEqual(RollbackJournalHeader.magic) else { return nil }
    let length = Int(tail.bigEndian32(at: 0))
    guard length > 0, length <= maximumName, Int64(length) <= size - Int64(tailLength) else { return nil }
    return length
  }

  /// - Parameters:
  ///   - bytes: of the name, whole.
  ///   - size: of the journal.
  init?(name bytes: [UInt8], tail: [UInt8], size: Int64) {
    // SQLite adds its characters, whose sign depends on the machine that wrote the journal.
    let unsigned = bytes.reduce(UInt32(0)) { $0 &+ UInt32($1) }
    let signed = bytes.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    guard [unsigned, signed].contains(tail.bigEndian32(at: 4)) else { return nil }
    name = Array(bytes.prefix { $0 != 0 })
    // A name at the very start leaves no room for the page number.
    offset = max(0, size - Int64(Self.tailLength) - Int64(bytes.count) - 4)
  }
}
