package import FileOperations

extension RollbackJournal {
  /// Reads the journal at `path` once, in bounded memory.
  package init(reading path: String, with files: FileOperations) throws(FileError) {
    let file = try files.openToRead(path)
    let size = try files.status(of: file).size
    let bytes = try files.readBytes(from: file, offset: 0, count: RollbackJournalHeader.length)
    let first = RollbackJournalHeader(bytes)
    superJournal = try Self.superJournal(in: file, size: size, with: files)
    let counts = try Self.countRecords(in: file, size: superJournal?.offset ?? size, with: files)
    self.size = size
    header = first
    playableRecords = counts.playable
    missingRecords = counts.missing
    // SQLite looks at the first byte alone to tell a finished journal (pager.c, hasHotJournal).
    if bytes.first ?? 0 == 0 {
      state = .finished
    } else if first == nil {
      state = .damaged
    } else {
      state = counts.playable + counts.missing > 0 ? .hot : .notBegun
    }
  }

  static func superJournal(in file: borrowing OpenFile, size: Int64, with files: FileOperations)
    throws(FileError) -> SuperJournalRecord?
  {
    let tailLength = Int64(SuperJournalRecord.tailLength)
    guard size >= tailLength else { return nil }
    let tail = try files.readBytes(
      from: file, offset: size - tailLength, count: SuperJournalRecord.tailLength)
    guard let length = SuperJournalRecord.nameLength(tail: tail, size: size) else { return nil }
    let name = try files.readBytes(from: file, offset: size - tailLength - Int64(length), count: length)
    return SuperJournalRecord(name: name, tail: tail, size: size)
  }

  /// Walks the journal as SQLite plays it back (pager.c, pager_playback).
  private static func countRecords(in file: borrowing OpenFile, size: Int64, with files: FileOperations)
    throws(FileError) -> (playable: Int, missing: Int)
  {
    var playable = 0
    var offset: Int64 = 0
    while true {
      let bytes = try files.readBytes(from: file, offset: offset, count: RollbackJournalHeader.length)
      guard let header = RollbackJournalHeader(bytes), offset + Int64(header.sectorSize) <= size else {
        return (playable, 0)
      }
      offset += Int64(header.sectorSize)
      let room = Int(max(0, size - offset) / Int64(header.recordSize))
      for record in 0..<(header.recordCount ?? room) {
        let bytes =
          record < room
          ? try files.readBytes(from: file, offset: offset, count: header.recordSize) : []
        guard isIntact(bytes, header: header) else {
          // A journal that counts its records was synchronised; one that does not may end in half a record.
          return (playable, header.recordCount.map { $0 - record } ?? 0)
        }
        playable += 1
        offset += Int64(header.recordSize)
      }
      guard header.recordCount != nil, header.recordCount != 0 else { return (playable, 0) }
      let sector = Int64(header.sectorSize)
      offset = (offset + sector - 1) / sector * sector
    }
  }

  /// A record's checksum is the nonce and every 200th byte of the page, from its end.
  private static func isIntact(_ record: [UInt8], header: RollbackJournalHeader) -> Bool {
    guard record.count == header.recordSize, record.bigEndian32(at: 0) != 0 else { return false }
    var sum = header.nonce
    var index = header.pageSize - 200
    while index > 0 {
      sum &+= UInt32(record[4 + index])
      index -= 200
    }
    return sum == record.bigEndian32(at: header.recordSize - 4)
  }
}
