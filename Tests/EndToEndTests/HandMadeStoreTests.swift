import SQLite
import Testing

/// Stores of another text encoding, and what a run may leave or take beside its map.
@Suite("Made by hand: encodings and maps")
struct HandMadeStoreTests {
  /// The same schema and rows in a file of another encoding: SQLite attaches none, so rows go through both.
  private func recode(_ fixture: Fixture, _ encoding: String) throws {
    let old = try Connection(path: fixture.workshop.input(fixture.store), mode: .readWrite)
    let new = try Connection(path: fixture.workshop.input("recoded.sqlite"), mode: .create)
    try new.execute("PRAGMA encoding = '\(encoding)'")
    let tables = try old.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    #expect(tables.count >= 10)
    for table in tables {
      try new.execute(table[1].string ?? "")
      for row in try old.rows("SELECT * FROM \(table[0].string ?? "")") {
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        _ = try new.rows("INSERT INTO \(table[0].string ?? "") VALUES (\(marks))", row)
      }
    }
    for index in try old.rows("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
      try new.execute(index[0].string ?? "")
    }
    #expect(try new.rows("PRAGMA encoding").first?.first?.string == encoding)
    try new.execute("PRAGMA journal_mode = WAL")
    try old.close()
    try new.close()
    let bytes = try fixture.workshop.scratch.bytes("in/recoded.sqlite")
    try fixture.workshop.scratch.remove("in/recoded.sqlite")
    try fixture.workshop.scratch.write(bytes, to: "in/\(fixture.store)")
  }

  @Test(
    "A store in UTF-16 comes through with its values and its encoding", arguments: ["UTF-16le", "UTF-16be"])
  func encoding(name: String) throws {
    for version in ["Library 2", "Library 3", "Library"] {
      let fixture = try Fixture("library-1")
      try recode(fixture, name)
      let done = try fixture.migrate(
        allowing: Array(fixture.consents(version).keys), version: version)
      #expect(done.status == 0, "\(version): \(done.report.problems)")
      let again = try fixture.migrate(
        allowing: Array(fixture.consents(version).keys), version: version)
      #expect(again.outcome == "nothing-to-do", "\(again.report.problems)")
      #expect(try fixture.workshop.texts("PRAGMA encoding") == [name])
      try fixture.checkRows(version)
    }
  }

  @Test("A store's UUID that is none breaks no line of the map", arguments: ["csv", "jsonl"])
  func oddUUID(format: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.workshop.alter(fixture.store, "UPDATE Z_METADATA SET Z_UUID = 'a\"b,c' || char(10) || 'ü'")
    let map = fixture.workshop.scratch("said/map.\(format)")
    #expect(try fixture.migrate("--id-map", map).status == 0)
    let lines = try fixture.workshop.scratch.text("said/map.\(format)").split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines.dropFirst(format == "csv" ? 1 : 0) {
      #expect(line.contains("x-coredata://a%22b%2Cc%0A%C3%BC/"))
      #expect(line.split(separator: ",").count == 2)
    }
  }

  @Test("A run that wrote no map leaves what stands at the map's interim name")
  func strangersPart() throws {
    let fixture = try Fixture("library-1")
    let map = fixture.workshop.scratch("said/map.csv")
    let part = "said/map.csv.import-legacy-part"
    try fixture.workshop.scratch.write("somebody's", to: part)
    let run = try Program.run([
      fixture.workshop.input("not-there.sqlite"), "--model", fixture.workshop.input(Fixture.model),
      "--output", fixture.workshop.output(), "--json", "--id-map", map,
    ])
    #expect(run.status == 4)
    #expect(try fixture.workshop.scratch.text(part) == "somebody's")
    // Nor does one that is blocked before it writes.
    let blocked = try fixture.migrate("--id-map", map, version: "Library 3")
    #expect(blocked.status == 3)
    #expect(try fixture.workshop.scratch.text(part) == "somebody's")
  }

  @Test("A rerun that has nothing to do but its map, and cannot put that in place, is no success")
  func mapOfRerun() throws {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate().status == 0)
    let map = fixture.workshop.scratch("said/map.csv")
    var missing = 0
    for passage in 1...30 {
      let run = try Program.run(
        fixture.arguments("--id-map", map),
        environment: ["IMPORT_LEGACY_FAULT": "id-map:\(passage):fail:EIO"])
      let report = try Report(text: run.output)
      if run.status == 0 {
        #expect(fixture.workshop.scratch.exists("said/map.csv"), "\(passage)")
        #expect(report.body.outcome == "nothing-to-do")
        break
      }
      #expect(!fixture.workshop.scratch.exists("said/map.csv"), "\(passage)")
      #expect(!fixture.workshop.scratch.exists("said/map.csv.import-legacy-part"), "\(passage)")
      if report.has("id-map.missing") {
        missing += 1
        #expect(run.status == 1, "\(passage)")
      } else {
        #expect(run.status == 2, "\(passage)")
      }
    }
    #expect(missing >= 1)
    #expect(fixture.workshop.scratch.exists("said/map.csv"))
    try fixture.checkRows("Library 2")
  }
}
