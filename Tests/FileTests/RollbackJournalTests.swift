import FileOperations
import Foundation
import StoreProtection
import Testing

@Suite(.enabled(if: Python.isPresent))
struct RollbackJournalTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws {
    folder = try TemporaryFolder()
    try Stores.makeHot(at: folder("a.sqlite"))
  }

  private func journal() throws -> RollbackJournal {
    try RollbackJournal(reading: folder("a.sqlite-journal"), with: files)
  }

  @Test func aHotJournal() throws {
    let journal = try journal()
    #expect(journal.state == .hot)
    #expect(journal.header?.pageSize == 4096)
    #expect(journal.playableRecords > 10)
    #expect(journal.missingRecords == 0)
    #expect(journal.superJournal == nil)
  }

  @Test(arguments: ["/Volumes/Old Mac/Library/Bücher.sqlite-mj1A2B3C4D5", "x"])
  func aSuperJournalIsFoundAndCut(name: String) throws {
    let before = try folder.bytes("a.sqlite-journal")
    let records = try journal().playableRecords
    try Stores.appendSuperJournal(name, to: folder("a.sqlite-journal"))
    let journal = try journal()
    #expect(journal.superJournal?.path == name)
    #expect(journal.state == .hot)
    #expect(journal.playableRecords == records)
    #expect(journal.missingRecords == 0)

    #expect(try RollbackJournal.cutSuperJournal(fromCopy: folder("a.sqlite-journal"), with: files))
    let after = try folder.bytes("a.sqlite-journal")
    #expect(after.starts(with: before))
    #expect(after.dropFirst(before.count).allSatisfy { $0 == 0 })
    #expect(try self.journal().superJournal == nil)
    #expect(try !RollbackJournal.cutSuperJournal(fromCopy: folder("a.sqlite-journal"), with: files))
  }

  @Test func aRecordUnderARecordIsCutToo() throws {
    try Stores.appendSuperJournal("/one", to: folder("a.sqlite-journal"))
    // The next one follows without a gap, so that cutting it bares the first.
    let whole = try folder.bytes("a.sqlite-journal")
    let sum = "/two".utf8.reduce(UInt32(0)) { $0 + UInt32($1) }
    try folder.write(
      whole + [0, 0, 0, 0] + Array("/two".utf8) + Stores.bigEndian(4) + Stores.bigEndian(sum)
        + [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7], to: "a.sqlite-journal")
    #expect(try journal().superJournal?.path == "/two")
    try RollbackJournal.cutSuperJournal(fromCopy: folder("a.sqlite-journal"), with: files)
    #expect(try journal().superJournal == nil)
  }

  @Test func aRecordWhoseChecksumIsWrongIsNone() throws {
    try Stores.appendSuperJournal("/x/y", to: folder("a.sqlite-journal"))
    var bytes = try folder.bytes("a.sqlite-journal")
    bytes[bytes.count - 9] ^= 1
    try folder.write(bytes, to: "a.sqlite-journal")
    #expect(try journal().superJournal == nil)
  }

  @Test func finishedNotBegunAndDamaged() throws {
    var bytes = try folder.bytes("a.sqlite-journal")
    bytes.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    try folder.write(bytes, to: "a.sqlite-journal")
    #expect(try journal().state == .notBegun)
    bytes[5] ^= 1
    try folder.write(bytes, to: "a.sqlite-journal")
    #expect(try journal().state == .damaged)
    bytes.replaceSubrange(0..<28, with: [UInt8](repeating: 0, count: 28))
    try folder.write(bytes, to: "a.sqlite-journal")
    #expect(try journal().state == .finished)
    try folder.write("", to: "a.sqlite-journal")
    #expect(try journal().state == .finished)
  }

  @Test func aJournalThatIsCutShortIsNotSilent() throws {
    var bytes = try folder.bytes("a.sqlite-journal")
    bytes.replaceSubrange(8..<12, with: Stores.bigEndian(5))
    try folder.write(Array(bytes.prefix(512 + 4104 + 100)), to: "a.sqlite-journal")
    let journal = try journal()
    #expect(journal.state == .hot)
    #expect(journal.playableRecords == 1)
    #expect(journal.missingRecords == 4)
  }

  @Test func aRecordWithoutACountRunsToTheEnd() throws {
    var bytes = try folder.bytes("a.sqlite-journal")
    bytes.replaceSubrange(8..<12, with: [255, 255, 255, 255])
    let cut = Array(bytes.prefix(512 + 4104 + 100))
    try folder.write(cut, to: "a.sqlite-journal")
    #expect(try journal().state == .hot)
    #expect(try journal().playableRecords == 1)
    #expect(try journal().missingRecords == 0)
  }
}
