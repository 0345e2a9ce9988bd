import Foundation
import SQLite
import Testing

@Suite(
  "In place: the safety copy has what belongs to the store", .enabled(if: Places.haveCases, "needs ../shared")
)
struct InPlaceCopyTests {
  /// The notes of field case C01, as they must be.
  private func checkNotes(_ field: FieldCase, _ rows: [[Value]], _ subject: String) {
    let expected = field.expect["Note"].list.map { note in
      let stored = note.stored(dates: ["createdAt"])
      return JSON.list(["oldPK", "title", "body", "pinned", "createdAt", "folder"].map { stored[$0] })
    }
    #expect(expected.count == 3)
    #expect(JSON.list(rows.map { JSON.list($0.map(JSON.init)) }).matches(.list(expected)), "\(subject)")
  }

  private static let notes = """
    SELECT n.Z_PK, n.ZTITLE, n.ZBODY, n.ZPINNED, n.ZCREATEDAT, f.ZNAME
    FROM ZNOTE n LEFT JOIN ZFOLDER f ON f.Z_PK = n.ZFOLDER ORDER BY 1
    """

  @Test("C01: the log is in the copy, which alone gives the newest saves", arguments: [true, false])
  func writeAheadLog(hasSharedMemory: Bool) throws {
    let field = try FieldCase("C01")
    if !hasSharedMemory { try field.workshop.scratch.remove("in/store/Notes.sqlite-shm") }
    let place = InPlace(field.workshop, "store/Notes.sqlite", "Notes.xcdatamodeld")
    let before = try place.files()
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.outcome == "migrated")
    #expect(done.has("source.write-ahead-log"))
    #expect(done.problems == [])
    checkNotes(field, try place.rows(Self.notes), "result")
    #expect(try place.rows("SELECT count(*) FROM ZFOLDER") == [[.integer(3)]])

    let given = before.filter { $0.key.hasPrefix("store/") }
    #expect(given.count == (hasSharedMemory ? 3 : 2))
    let copied = Dictionary(uniqueKeysWithValues: try place.copied(1).map { ("store/" + $0.key, $0.value) })
    #expect(copied == given)
    try place.scratch.copy(place.scratch(place.copy(1)), to: "out/alone")
    let alone = try Connection(path: place.scratch("out/alone/Notes.sqlite"), mode: .readWrite)
    checkNotes(field, try alone.rows(Self.notes), "the copy alone")
    try alone.close()

    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
  }

  @Test("C01: a store alone, whose log is empty, has no log in the copy that could be mistaken")
  func emptyLog() throws {
    let field = try FieldCase("C01")
    try field.workshop.scratch.write("", to: "in/store/Notes.sqlite-wal")
    try field.workshop.scratch.remove("in/store/Notes.sqlite-shm")
    let place = InPlace(field.workshop, "store/Notes.sqlite", "Notes.xcdatamodeld")
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    #expect(try place.rows("SELECT ZBODY FROM ZNOTE ORDER BY 1").count == 3)
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
  }

  @Test(
    "C12: the rollback journal is in the copy, byte for byte; the balances are right",
    arguments: ["hot", "cold"])
  func rollbackJournal(folder: String) throws {
    let field = try FieldCase("C12")
    let place = InPlace(field.workshop, "\(folder)/Bank.sqlite", "Bank.xcdatamodeld")
    let before = try place.files()
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.has("source.hot-journal") == (folder == "hot"))
    #expect(done.problems == [])
    let sums = "SELECT count(*), sum(ZBALANCE), min(ZBALANCE), max(ZBALANCE) FROM ZACCOUNT"
    let right = [[80, 8000, 100, 100].map(Value.integer)]
    #expect(try place.rows(sums) == right)
    #expect(!place.scratch.exists("in/\(folder)/Bank.sqlite-journal"))
    #expect(try place.copied(1)["Bank.sqlite-journal"] == before["\(folder)/Bank.sqlite-journal"])
    #expect(try place.copied(1)["Bank.sqlite"] == before["\(folder)/Bank.sqlite"])
    #expect(try place.copied(1).count == 2)
    try place.scratch.copy(place.scratch(place.copy(1)), to: "out/alone")
    let alone = try Connection(path: place.scratch("out/alone/Bank.sqlite"), mode: .readWrite)
    #expect(try alone.rows(sums) == right)
    try alone.close()

    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
    // Once more from what was put back.
    #expect(try place.migrate().status == 0)
    #expect(try place.rows(sums) == right)
    #expect(try place.copies() == [1, 2])
  }

  @Test(
    "C12: with --output no copy is made, and the journal stays beside the store", arguments: ["hot", "cold"])
  func rollbackJournalWithOutput(folder: String) throws {
    let field = try FieldCase("C12")
    #expect(try field.workshop.migrate("\(folder)/Bank.sqlite", "Bank.xcdatamodeld").status == 0)
    try field.checkInputs()
    #expect(try field.workshop.texts("SELECT sum(ZBALANCE) FROM ZACCOUNT") == ["8000"])
    #expect(try field.workshop.scratch.contents("out") == ["New.sqlite"])
  }

  @Test("C11: leftovers of a killed migration stay where they are and are told of")
  func leftovers() throws {
    let field = try FieldCase("C11")
    let place = InPlace(field.workshop, "store/Notes.sqlite", "Notes.xcdatamodeld", version: "Notes 2")
    let before = try place.files()
    #expect(before.keys.filter { $0.contains(".migrationdestination_") }.count == 2)
    #expect(before.keys.contains { $0.contains("_transsrc_") })
    let done = try place.migrate()
    #expect(done.status == 0)
    #expect(done.findings("source.migration-leftovers").map(\.count) == [4])
    let rows = try place.rows("SELECT Z_PK, ZTITLE, ZRATING FROM ZNOTE ORDER BY 1")
    let expected = field.expect["Note"].list.map { [$0["oldPK"], $0["title"], $0["rating"]] }
    #expect(expected.count == 5)
    #expect(rows.map { $0.map(JSON.init) } == expected)
    #expect(try place.restore().status == 0)
    #expect(try place.files() == before)
  }
}
