import SQLite
import Testing

@Suite("Field cases: logs and journals", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesLogTests {
  @Test("The newest saves are only in the -wal", arguments: [true, false])
  func writeAheadLog(hasSharedMemory: Bool) throws {
    let field = try FieldCase("C01")
    if !hasSharedMemory { try field.workshop.scratch.remove("in/store/Notes.sqlite-shm") }
    let done = try field.workshop.migrate("store/Notes.sqlite", "Notes.xcdatamodeld")
    #expect(done.status == 0)
    #expect(done.outcome == "migrated")
    #expect(done.report.has("source.write-ahead-log"))
    #expect(done.report.problems == [])

    let notes = try field.workshop.objects(
      ["oldPK", "title", "body", "pinned", "createdAt", "folder"],
      """
      SELECT n.Z_PK, n.ZTITLE, n.ZBODY, n.ZPINNED, n.ZCREATEDAT, f.ZNAME
      FROM ZNOTE n LEFT JOIN ZFOLDER f ON f.Z_PK = n.ZFOLDER ORDER BY 1
      """)
    let expected = field.expect["Note"].list.map { $0.stored(dates: ["createdAt"]) }
    #expect(expected.count == 3)
    #expect(JSON.list(notes).matches(.list(expected)))
    #expect(try field.workshop.counts(["Folder": "ZFOLDER", "Note": "ZNOTE"]) == ["Folder": 3, "Note": 3])
    #expect(done.report.entity("Note")?.read == 3)
    try field.checkInputs(without: hasSharedMemory ? nil : "store/Notes.sqlite-shm")
  }

  @Test("An unfinished transaction is rolled back in the copy, and a finished one's journal is ignored")
  func rollbackJournal() throws {
    let field = try FieldCase("C12")
    for (store, isHot) in [("hot", true), ("cold", false)] {
      let done = try field.workshop.migrate(
        "\(store)/Bank.sqlite", "Bank.xcdatamodeld", to: "\(store).sqlite")
      #expect(done.status == 0)
      #expect(done.report.has("source.hot-journal") == isHot)
      #expect(done.report.problems == [])
      let rows = try field.workshop.rows(
        "SELECT count(*), sum(ZBALANCE), min(ZBALANCE), max(ZBALANCE) FROM ZACCOUNT", in: "\(store).sqlite")
      #expect(rows == [[80, 8000, 100, 100].map(Value.integer)])
      let form = try field.workshop.rows(
        "SELECT DISTINCT Z_OPT, length(ZMEMO) FROM ZACCOUNT", in: "\(store).sqlite")
      #expect(form == [[1, 200].map(Value.integer)])
    }
    try field.checkInputs()
  }
}
