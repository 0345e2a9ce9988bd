import Foundation
import SQLite
import TestSupport
import Testing

/// `verify`: what is compared with what, and how it ends.
@Suite("Verify")
struct VerifyTests {
  private func verify(_ fixture: Fixture, _ output: String, _ options: String...) throws -> Program.Run {
    try Program.run(
      ["verify", fixture.workshop.input(fixture.store), output, "--json"]
        + (options.contains("--model") ? [] : ["--model", fixture.workshop.input(Fixture.model)]) + options)
  }

  @Test(
    "Every fixture to every version: what a run made is verified",
    arguments: LongTests.some(of: FixturesTests.runs, every: 3))
  func fixtures(run: FixturesTests.Run) throws {
    let fixture = try Fixture(run.store)
    let consents = fixture.consents(run.version).keys.sorted()
    let done = try fixture.migrate(allowing: consents, version: run.version)
    let given = try fixture.workshop.scratch.digests("in")
    let made = try fixture.workshop.scratch.digests("out")
    let verified = try Program.run(
      ["verify", fixture.workshop.input(fixture.store), fixture.workshop.output(), "--json", "--model"]
        + [fixture.workshop.input(Fixture.model)] + consents.flatMap { ["--allow", $0] })
    #expect(verified.status == 0, "\(verified.error)")
    #expect(try fixture.workshop.scratch.digests("in") == given)
    #expect(try fixture.workshop.scratch.digests("out") == made)
    let report = try Report(text: verified.output)
    #expect(report.body.outcome == "verified")
    // The version was told by OUTPUT, and no option.
    #expect(report.body.destination.modelVersion == run.version)
    #expect(report.body.entities.map(\.line) == done.report.body.entities.map(\.line))
    #expect(report.body.relationships.map(\.line) == done.report.body.relationships.map(\.line))
    #expect(report.body.attributes.map(\.digest) == done.report.body.attributes.map(\.digest))
    // What the source had wrong is told as before, and is no difference.
    #expect(report.problems == done.report.problems)
    #expect(!report.has("verify.keys-matched") && !report.has("verify.bookkeeping-not-compared"))
    if !consents.isEmpty {
      let blocked = try verify(fixture, fixture.workshop.output())
      #expect(blocked.status == 3)
    }
  }

  @Test("In place: the safety copy against the store")
  func inPlace() throws {
    let scratch = try Scratch()
    try scratch.copy(Places.fixtures + "/library-external", to: "home")
    let store = scratch("home/Library.sqlite")
    let model = Places.fixtures + "/" + Fixture.model
    #expect(
      try Program.run([store, "--model", model, "--model-version", "Library 2", "--quiet"]).status == 0)
    let folder = "home/.Library.sqlite.import-legacy/copies"
    let copy = try #require(try FileManager.default.contentsOfDirectory(atPath: scratch(folder)).first)
    let run = try Program.run([
      "verify", scratch("\(folder)/\(copy)/Library.sqlite"), store, "--model", model,
    ])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasPrefix("Verified: "))
    let itself = try Program.run(["verify", store, store, "--model", model, "--json"])
    #expect(itself.status == 64)
    #expect(try Report(text: itself.output).has("verify.itself"))
  }

  /// What is done to OUTPUT's folder of external data, and the finding.
  enum FileDamage: String, CaseIterable {
    case missing = "a file missing"
    case changed = "a byte of a file changed"
    case cut = "a file cut short"
    case stray = "a file that no row names"
    case renamed = "a file of another name"
    case inline = "the content in the row"
  }

  @Test("External data", arguments: FileDamage.allCases)
  func external(damage: FileDamage) throws {
    let fixture = try Fixture("library-external/Library")
    try fixture.migrate()
    let scratch = fixture.workshop.scratch
    let folder = "out/.New_SUPPORT/_EXTERNAL_DATA"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: scratch(folder)).sorted().first)
    let connection = try Connection(path: fixture.workshop.output(), mode: .readWrite)
    let row = try #require(
      try ["ZBOOK.ZCOVER", "ZBOOK.ZDIGEST", "ZPROFILE.ZPHOTO"].lazy.compactMap { column -> (String, Int64)? in
        let parts = column.split(separator: ".").map(String.init)
        return try connection.rows(
          "SELECT Z_PK FROM \(parts[0]) WHERE instr(\(parts[1]), CAST('\(name)' AS BLOB)) = 2"
        ).first.map { (column, $0[0].integer ?? 0) }
      }.first)
    let (table, column) = (row.0.split(separator: ".")[0], row.0.split(separator: ".")[1])
    var bytes = try scratch.bytes("\(folder)/\(name)")
    var expected: [String] = []
    let properties = [
      "ZBOOK.ZCOVER": "Book.cover", "ZBOOK.ZDIGEST": "Book.digest", "ZPROFILE.ZPHOTO": "Profile.photo",
    ]
    let property = try #require(properties[row.0])
    func set(_ value: Value) throws {
      let update = try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = \(row.1)")
      try update.bind(value, at: 1)
      try update.run()
    }
    switch damage {
    case .missing:
      try FileManager.default.removeItem(atPath: scratch("\(folder)/\(name)"))
      expected = ["error validation.external-file-missing \(property) [\(row.1)]"]
    case .changed:
      bytes[bytes.count / 2] ^= 1
      try scratch.write(bytes, to: "\(folder)/\(name)")
    case .cut:
      try scratch.write(Array(bytes.dropLast()), to: "\(folder)/\(name)")
    case .stray:
      try scratch.write([1, 2, 3], to: "\(folder)/00000000-0000-4000-8000-000000000000")
    case .renamed:
      let other = "11111111-2222-4333-8444-555555555555"
      try FileManager.default.moveItem(
        atPath: scratch("\(folder)/\(name)"), toPath: scratch("\(folder)/\(other)"))
      try set(.blob([2] + Array(other.utf8) + [0]))
    case .inline:
      try set(.blob([1] + bytes))
      try FileManager.default.removeItem(atPath: scratch("\(folder)/\(name)"))
    }
    if damage == .changed || damage == .cut || damage == .missing {
      expected.append("error validation.value-differs \(property) [\(row.1)]")
    }
    try connection.close()
    let run = try verify(fixture, fixture.workshop.output())
    let report = try Report(text: run.output)
    #expect(report.problems == expected)
    #expect(run.status == (expected.isEmpty ? 0 : 1))
    #expect(report.findings("verify.file-unreferenced").first?.count == (damage == .stray ? 1 : nil))
  }

  @Test("A zero of the other sign, which SQL cannot write")
  func negativeZero() throws {
    let fixture = try Fixture("library-1")
    try fixture.migrate()
    let path = fixture.workshop.output()
    let marker = 0.123456789012345
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(try connection.integer("SELECT count(*) FROM ZBOOK WHERE ZRATING = 0.0 AND Z_PK = 2") == 1)
    try connection.execute("UPDATE ZBOOK SET ZRATING = \(marker) WHERE Z_PK = 2")
    try connection.close()
    var bytes = try fixture.workshop.scratch.bytes("out/New.sqlite")
    let pattern = withUnsafeBytes(of: marker.bitPattern.bigEndian) { Array($0) }
    let place = try #require(bytes.indices.dropLast(8).first { Array(bytes[$0..<($0 + 8)]) == pattern })
    bytes.replaceSubrange(place..<(place + 8), with: [0x80, 0, 0, 0, 0, 0, 0, 0])
    try fixture.workshop.scratch.write(bytes, to: "out/New.sqlite")
    let run = try verify(fixture, path)
    let report = try Report(text: run.output)
    #expect(run.status == 1)
    #expect(report.problems == ["error validation.value-differs Book.rating [2]"])
    #expect(
      report.findings("validation.value-differs").first?.summary.hasSuffix("zeros of the other sign.") == true
    )
  }

  @Test(
    "What cannot be compared: status and id",
    arguments: [
      ("nothing", 4, "store.not-found"), ("no store", 4, "store.not-sqlite"), ("damaged", 5, "store.damaged"),
      ("another version", 4, "verify.other-version"),
    ])
  func refused(kind: String, status: Int32, id: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.migrate()
    let scratch = fixture.workshop.scratch
    let output = fixture.workshop.output()
    switch kind {
    case "nothing": try FileManager.default.removeItem(atPath: output)
    case "no store": try scratch.write("no store at all, and longer than a header is", to: "out/New.sqlite")
    case "damaged":
      var bytes = try scratch.bytes("out/New.sqlite")
      for index in bytes.indices where index >= 4096 { bytes[index] = 0xAA }
      try scratch.write(bytes, to: "out/New.sqlite")
    default: break
    }
    let run =
      kind == "another version"
      ? try verify(fixture, output, "--model-version", "Library 3") : try verify(fixture, output)
    let report = try Report(text: run.output)
    #expect(run.status == status)
    #expect(report.has(id), "\(report.problems)")
    #expect(report.body.findings.first?.summary.contains("OUTPUT") == true)
  }

  @Test("Usage")
  func usage() throws {
    #expect(try Program.run(["verify", "a"]).status == 64)
    #expect(try Program.run(["verify", "a", "b", "--output", "c"]).status == 64)
    #expect(try Program.run(["verify", "a", "b", "--report", "c.pdf"]).status == 64)
  }
}
