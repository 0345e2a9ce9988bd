import SQLite
import Testing

@Suite("Field cases: values", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesValueTests {
  @Test("Dates keep their number, bit for bit, and a text among them is reported")
  func dates() throws {
    let field = try FieldCase("C03")
    let done = try field.workshop.migrate("Events.sqlite", "Events.xcdatamodeld")
    #expect(done.status == 1)
    #expect(done.outcome == "migrated-with-findings")

    let events = field.expect["Event"].list
    #expect(events.count == 12)
    let rows = try field.workshop.rows("SELECT Z_PK, ZLABEL, ZAT, ZSECONDS FROM ZEVENT ORDER BY Z_PK")
    #expect(rows.count == events.count)
    for (row, event) in zip(rows, events) {
      #expect(row[0].integer == event["oldPK"].integer)
      #expect(row[1].string == event["label"].string)
      if event["at_ref"] != .null {
        // As a date or as a plain number, it is the same one.
        #expect(JSON(row[2]).matches(event["at_ref"]), "row \(row[0])")
        #expect(JSON(row[3]).matches(event["at_ref"]), "row \(row[0])")
      }
    }
    #expect(rows[9][2] == .null)
    #expect(rows[11][2] == .text("2024-01-01"), "kept as it was, and no date")

    let problems = done.report.body.findings.filter { $0.severity != "note" }
    #expect(problems.map(\.id) == ["value.storage-class"])
    #expect(problems.first?.entity == "Event" && problems.first?.property == "at")
    #expect(problems.first?.oldKeys == [12])
    let farOut = done.report.findings("value.date-implausible", "Event", "at")
    #expect(farOut.map(\.severity) == ["note"])
    #expect(farOut.first?.oldKeys.contains(8) ?? false)
    try field.checkInputs()
  }

  @Test("Defaults fill what is new or missing, and nothing else")
  func defaults() throws {
    let field = try FieldCase("C08")
    let done = try field.workshop.migrate("Cats.sqlite", "Cats.xcdatamodeld")
    #expect(done.status == 0)
    let cats = field.expect["runs"].list[0]["Cat"].list.map { cat in
      var members = cat.stored(dates: ["seenAt"], without: ["weight"]).members
      members["weight"] = .real(4.5)
      return JSON.object(members)
    }
    #expect(cats.count == 4)
    let found = try field.workshop.objects(
      [
        "oldPK", "name", "age", "nick", "indoor", "lives", "weight", "seenAt", "factor", "remark", "flag",
        "score",
      ],
      """
      SELECT Z_PK, ZNAME, ZAGE, ZNICK, ZINDOOR, ZLIVES, ZWEIGHT, ZSEENAT, ZFACTOR, ZREMARK, ZFLAG, ZSCORE
      FROM ZCAT ORDER BY Z_PK
      """)
    #expect(JSON.list(found).matches(.list(cats)))
    #expect(done.report.findings("plan.default-for-null", "Cat", "nick").map(\.oldKeys) == [[2]])
    #expect(done.report.problems == [])
    try field.checkInputs()
  }

  @Test("A mandatory attribute without default blocks, naming the rows that would lack it")
  func missingValue() throws {
    let field = try FieldCase("C08")
    let blocked = try field.workshop.migrate("Cats.sqlite", "Cats.xcdatamodeld", "--model-version", "Cats 3")
    #expect(blocked.status == 3)
    #expect(blocked.outcome == "blocked")
    #expect(blocked.report.problems == ["error plan.value-missing Cat.chip [1, 2, 3, 4]"])
    #expect(blocked.report.findings("plan.value-missing").first?.count == 4)
    try field.checkInputs()
  }

  @Test("Limits that old rows break are reported, and their values kept")
  func limits() throws {
    let field = try FieldCase("C08")
    let done = try field.workshop.migrate("Cats.sqlite", "Cats.xcdatamodeld", "--model-version", "Cats 4")
    #expect(done.status == 1)
    #expect(
      Set(done.report.problems) == [
        "warning value.string-too-short Cat.name [3]", "warning value.string-too-long Cat.name [4]",
        "warning value.number-too-small Cat.age [3]", "warning value.number-too-large Cat.age [4]",
      ])
    #expect(done.report.problems.count == 4)
    let rows = try field.workshop.rows("SELECT Z_PK, ZNAME, ZAGE FROM ZCAT WHERE Z_PK > 2 ORDER BY Z_PK")
    #expect(
      rows == [
        [.integer(3), .text(""), .integer(-1)], [.integer(4), .text("Maximilian"), .integer(31)],
      ])
    try field.checkInputs()
  }
}
