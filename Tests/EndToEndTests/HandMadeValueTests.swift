import SQLite
import Testing

/// Every attribute type with every storage class: what a migration does not change keeps its bytes and its class.
@Suite("Made by hand: values of every type in every storage class")
struct HandMadeValueTests {
  struct Table: CustomTestStringConvertible, Sendable {
    /// Of every column; nil for Core Data's own types.
    let declared: String?
    var encoding = "UTF-8"
    var testDescription: String { "\(declared ?? "Core Data's types"), \(encoding)" }
  }

  static let tables = [
    Table(declared: nil), Table(declared: nil, encoding: "UTF-16le"),
    Table(declared: nil, encoding: "UTF-16be"), Table(declared: ""), Table(declared: "REAL"),
    Table(declared: "TEXT"), Table(declared: "INTEGER"), Table(declared: "NUMERIC"), Table(declared: "BLOB"),
  ]

  private func store(_ table: Table, _ change: ValueMatrix.Change) throws -> HandMade {
    try HandMade(
      ValueMatrix.entity(.none), ValueMatrix.entity(change), entities: [.init(1, "A")],
      schema: ValueMatrix.table(table.declared), encoding: table.encoding)
  }

  private func sourceCells(_ made: HandMade) throws -> [String] {
    try made.workshop.scratch.copy(made.workshop.input(HandMade.store), to: "said/source.sqlite")
    return try ValueMatrix.cells(
      Connection(path: made.workshop.scratch("said/source.sqlite"), mode: .readWrite))
  }

  @Test("Into a new file", arguments: tables, ValueMatrix.Change.allCases)
  func output(table: Table, change: ValueMatrix.Change) throws {
    let made = try store(table, change)
    let cells = try sourceCells(made)
    #expect(cells.count == ValueMatrix.attributes.count * ValueMatrix.values.count)
    let done = try made.migrate("--allow", "unverified-hash:A")
    // Many are of a class that the type does not have; that is told.
    #expect(done.status == 1)
    let ids = Set(done.report.body.findings.filter { $0.severity == "error" }.map(\.id))
    #expect(ids == ["value.storage-class"], "\(ids)")
    let output = try Connection(path: made.workshop.output(), mode: .readWrite)
    #expect(try ValueMatrix.cells(output, prefix: change == .renamed ? "new" : "") == cells)
    // Core Data's own types are written wherever they change nothing.
    let isForeign = done.report.has("source.foreign-column-type")
    #expect(isForeign == (table.declared != nil))
    if !isForeign {
      let types = try output.rows("SELECT type FROM pragma_table_info('ZA') WHERE cid > 2").compactMap(
        \.first?.string)
      #expect(Set(types) == Set(ValueMatrix.attributes.map(\.2)))
    }
    #expect(try output.rows("PRAGMA integrity_check") == [[.text(Array("ok".utf8))]])
  }

  @Test("In place", arguments: [Table(declared: nil), Table(declared: "")], ValueMatrix.Change.allCases)
  func inPlace(table: Table, change: ValueMatrix.Change) throws {
    let made = try store(table, change)
    let cells = try sourceCells(made)
    let place = InPlace(made.workshop, HandMade.store, HandMade.model)
    let done = try place.migrate("--source-version", "V1", "--allow", "unverified-hash:A")
    #expect(done.status == 1)
    try made.workshop.scratch.copy(place.path, to: "said/result.sqlite")
    let result = try Connection(path: made.workshop.scratch("said/result.sqlite"), mode: .readWrite)
    #expect(try ValueMatrix.cells(result, prefix: change == .renamed ? "new" : "") == cells)
    #expect(try place.restore().status == 0)
    try made.workshop.scratch.remove("said/source.sqlite")
    #expect(try sourceCells(made) == cells)
  }

  @Test("NaN, which SQLite reads as NULL, is a missing value where one is required")
  func notANumber() throws {
    let required = HandMade.entity(
      "A", "", HandMade.attribute("d", #"optional="NO" defaultValueString="7""#, type: "Double"))
    let made = try HandMade(
      required, required, entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZD FLOAT );
        INSERT INTO ZA VALUES (1, 1, 1, 1.2345678901234567), (2, 1, 1, 2.5);
        """)
    let digits = (1.2345678901234567).bitPattern
    let bytes = try made.workshop.scratch.bytes("in/" + HandMade.store)
    let place = try #require(
      bytes.firstRange(of: (0..<8).map { UInt8(truncatingIfNeeded: digits >> (56 - 8 * UInt64($0))) }))
    var changed = bytes
    changed.replaceSubrange(place, with: [0x7f, 0xf8, 0, 0, 0, 0, 0, 0x2a])
    try made.workshop.scratch.write(changed, to: "in/" + HandMade.store)
    let done = try made.migrate()
    #expect(done.status == 1)
    #expect(done.report.problems == ["warning value.required-missing A.d [1]"])
    #expect(
      try made.workshop.rows("SELECT Z_PK, ZD FROM ZA") == [
        [.integer(1), .null], [.integer(2), .real(2.5)],
      ])
  }

  @Test("Leaves of a composite keep their bytes and classes; all NULL stays no composite")
  func composite() throws {
    let leaves =
      HandMade.attribute("lat", type: "Double") + HandMade.attribute("tag", type: "Binary")
      + HandMade.attribute("name") + HandMade.attribute("on", type: "Boolean")
    func model(_ more: String) -> String {
      HandMade.entity(
        "A", "", #"<attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>"#,
        more)
        + "<composite name=\"Place\">\(leaves)</composite>"
    }
    let schema = """
      CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZON INTEGER, ZLAT FLOAT, ZNAME VARCHAR, ZTAG BLOB );
      INSERT INTO ZA VALUES (1, 1, 1, NULL, NULL, NULL, NULL), (2, 1, 1, 2, -0.5, CAST(X'6100ff' AS TEXT), X'01ff'),
        (3, 1, 1, 0, 9e999, '', X''), (4, 1, 1, -1, 5e-324, 'é', X'02');
      """
    for more in ["", HandMade.attribute("added")] {
      let made = try HandMade(model(""), model(more), entities: [.init(1, "A")], schema: schema)
      let done = try made.migrate("--allow", "unverified-hash:A")
      #expect(done.status == 1)
      #expect(
        Set(done.report.problems) == [
          "warning value.number-out-of-type A.place.on [2, 4]",
          "warning value.text-not-utf8 A.place.name [2]",
        ])
      let rows = try made.workshop.rows("SELECT Z_PK, ZON, ZLAT, ZNAME, ZTAG FROM ZA ORDER BY Z_PK")
      #expect(
        rows == [
          [.integer(1), .null, .null, .null, .null],
          [.integer(2), .integer(2), .real(-0.5), .text([0x61, 0, 0xff]), .blob([1, 0xff])],
          [.integer(3), .integer(0), .real(.infinity), .text([]), .blob([])],
          [
            .integer(4), .integer(-1), .real(Double.leastNonzeroMagnitude), .text(Array("é".utf8)),
            .blob([2]),
          ],
        ])
    }
  }
}
