import SQLite
import Testing

/// Cells of binary data with external storage that are of another form than Core Data writes.
@Suite("Made by hand: tag bytes and references that are none")
struct HandMadeReferenceTests {
  private static let name = "F0E48F00-67AB-4FB2-AF7B-C72F51A157F9"
  private static let external = #"allowsExternalBinaryDataStorage="YES""#

  /// A cell; whether it is neither inline nor a reference; and what is left where external storage is turned off.
  struct Cell: Sendable {
    let bytes: [UInt8]
    var isOdd = true
    /// Nil: as it is.
    var plain: [UInt8]?
  }

  private static func reference(_ name: String, _ end: [UInt8] = [0]) -> [UInt8] {
    [2] + Array(name.utf8) + end
  }

  static let cells = [
    Cell(bytes: [1], isOdd: false, plain: []),
    Cell(bytes: [1, 2, 1, 0, 255], isOdd: false, plain: [2, 1, 0, 255]),
    Cell(bytes: [1] + reference(name), isOdd: false, plain: reference(name)),
    // The name's end need not be marked.
    Cell(bytes: reference(name), isOdd: false, plain: Array("content".utf8)),
    Cell(bytes: reference(name, []), isOdd: false, plain: Array("content".utf8)),
    Cell(bytes: []), Cell(bytes: [0]), Cell(bytes: [2]), Cell(bytes: [3]), Cell(bytes: [0, 1, 2]),
    Cell(bytes: [3] + reference(name).dropFirst()), Cell(bytes: [2, 0]),
    Cell(bytes: reference(name, [0, 0])), Cell(bytes: reference(name, [1])),
    Cell(bytes: reference(String(name.dropLast()))),
    // Out of the folder: upwards, from the root, by a link's name, with a NUL, empty.
    Cell(bytes: reference("../../../../../../../../../etc/passwd")),
    Cell(bytes: reference("../../Store.sqlite" + String(repeating: "-", count: 18))),
    Cell(bytes: reference("/etc/passwd" + String(repeating: "0", count: 25))),
    Cell(bytes: reference("./" + name.dropFirst(2))), Cell(bytes: reference(".." + name.dropFirst(2))),
    Cell(bytes: reference("F0E48F00\u{0}67AB-4FB2-AF7B-C72F51A157F9")),
    Cell(bytes: reference("F0E48F00/67AB-4FB2-AF7B-C72F51A157F9")),
    Cell(bytes: reference(String(repeating: "\u{0}", count: 36))),
    Cell(bytes: reference(String(repeating: " ", count: 36))),
    Cell(bytes: reference(String(repeating: "é", count: 18))),
  ]

  private func store(_ first: String, _ second: String) throws -> HandMade {
    let rows = Self.cells.enumerated().map { index, cell in
      "(\(index + 1), 1, 1, X'\(cell.bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined())')"
    }
    let made = try HandMade(
      HandMade.entity("A", "", HandMade.attribute("b", first, type: "Binary")),
      HandMade.entity("A", "", HandMade.attribute("b", second, type: "Binary")), entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZB BLOB );
        INSERT INTO ZA VALUES \(rows.joined(separator: ", "));
        """)
    try made.workshop.scratch.write("content", to: "in/.Store_SUPPORT/_EXTERNAL_DATA/\(Self.name)")
    return made
  }

  private func cells(_ made: HandMade) throws -> [[UInt8]?] {
    try made.workshop.rows("SELECT ZB FROM ZA ORDER BY Z_PK").map { $0[0].bytes }
  }

  private var odd: [Int64] { Self.cells.indices.filter { Self.cells[$0].isOdd }.map { Int64($0 + 1) } }

  @Test(
    "Where external storage stays they are kept byte for byte and told; one file comes along and no other")
  func stays() throws {
    let made = try store(Self.external, Self.external)
    let done = try made.migrate()
    #expect(done.status == 1)
    #expect(done.report.problems.count == 1)
    let finding = try #require(done.report.findings("value.external-tag", "A", "b").first)
    #expect(finding.count == Int64(odd.count))
    #expect(finding.oldKeys == odd)
    #expect(try cells(made) == Self.cells.map(\.bytes))
    #expect(try made.workshop.scratch.contents("out/.New_SUPPORT/_EXTERNAL_DATA") == [Self.name])
  }

  @Test("Where external storage goes, tags go, files come in, and everything else stays as it is")
  func goes() throws {
    let made = try store(Self.external, "")
    let done = try made.migrate()
    #expect(done.status == 0 || done.status == 1)
    #expect(done.report.body.findings.allSatisfy { $0.severity != "error" }, "\(done.report.problems)")
    #expect(try made.workshop.scratch.contents("out") == ["New.sqlite"])
    #expect(try cells(made) == Self.cells.map { $0.plain ?? $0.bytes })
  }

  @Test("Where external storage comes, everything gets a tag, and what looks like one is content")
  func comes() throws {
    let made = try store("", Self.external)
    let done = try made.migrate()
    #expect(done.status == 0 || done.status == 1)
    #expect(!done.report.has("value.external-tag"))
    #expect(try made.workshop.scratch.contents("out") == ["New.sqlite"])
    #expect(try cells(made) == Self.cells.map { [1] + $0.bytes })
  }

  @Test("Without external storage no byte is a tag")
  func never() throws {
    let made = try store("", "")
    let done = try made.migrate()
    #expect(done.report.body.findings.allSatisfy { $0.id != "value.external-tag" })
    #expect(try cells(made) == Self.cells.map(\.bytes))
  }
}
