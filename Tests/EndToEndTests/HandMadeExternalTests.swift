import Foundation
import Testing

/// Values that move from files of their own into the row, where the file cannot be had.
@Suite("Made by hand: external files")
struct HandMadeExternalTests {
  private static let name = "F0E48F00-67AB-4FB2-AF7B-C72F51A157F9"
  private static let file = "in/.Store_SUPPORT/_EXTERNAL_DATA/\(name)"
  private static let external = #"allowsExternalBinaryDataStorage="YES""#

  /// One row, whose value is a reference; no file is there yet.
  private func store(_ target: String) throws -> HandMade {
    try HandMade(
      HandMade.entity("A", "", HandMade.attribute("b", Self.external, type: "Binary")),
      HandMade.entity("A", "", HandMade.attribute("b", target, type: "Binary")),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZB BLOB );
        INSERT INTO ZA VALUES (1, 1, 1, CAST(X'02' || '\(Self.name)' || X'00' AS BLOB));
        """)
  }

  @Test(
    "A file that cannot be read never becomes NULL",
    arguments: ["external.read:1+:fail:EIO", "external.read:1+:fail:ENOENT", "external.read:1+:fail:EACCES"])
  func unreadable(fault: String) throws {
    let made = try store("")
    try made.workshop.scratch.write(Array("content".utf8), to: Self.file)
    let run = try Program.run(made.arguments(), environment: ["IMPORT_LEGACY_FAULT": fault])
    #expect(run.status == 2 || run.status == 3 || run.status == 8, "\(run.status ?? -1) \(run.error)")
    #expect(try made.workshop.scratch.contents("out") == [])
  }

  @Test(
    "A file that cannot be read once stops the run, whichever reading it is", arguments: ["EIO", "ENOENT"])
  func unreadableOnce(code: String) throws {
    let made = try store("")
    try made.workshop.scratch.write(Array("content".utf8), to: Self.file)
    var stopped = 0
    for passage in 1...40 {
      let run = try Program.run(
        made.arguments(), environment: ["IMPORT_LEGACY_FAULT": "external.read:\(passage):fail:\(code)"])
      if run.status == 0 { break }
      stopped += 1
      // Neither a file that is gone nor one that cannot be read is a fault of the result.
      let allowed: Set<Int32> = code == "EIO" ? [2] : [2, 3, 8]
      #expect(run.status.map(allowed.contains) == true, "\(passage): \(run.status ?? -1)")
      #expect(try made.workshop.scratch.contents("out") == [], "\(passage)")
    }
    #expect(stopped >= 2)
    #expect(stopped < 40)
    #expect(try made.workshop.texts("SELECT CAST(ZB AS TEXT) FROM ZA") == ["content"])
  }

  @Test("A folder of the file's name is no file: NULL only where that is agreed to")
  func folder() throws {
    let made = try store("")
    try made.workshop.scratch.makeFolder(Self.file)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems.count == 1)
    let finding = try #require(blocked.report.body.findings.first { $0.severity == "error" })
    #expect(finding.entity == "A" && finding.property == "b" && finding.oldKeys == [1])
    #expect(finding.recovery.contains { $0.contains("--allow lossy:A.b") })
    let done = try made.migrate("--allow", "lossy:A.b=1")
    #expect(done.status == 0 || done.status == 1)
    #expect(done.report.covered == ["lossy:A.b": 1])
    #expect(try made.workshop.texts("SELECT ZB FROM ZA") == ["NULL"])
  }

  @Test("A folder of the file's name, where the value stays in a file: the file is missing")
  func folderStaysExternal() throws {
    let made = try store(Self.external)
    try made.workshop.scratch.makeFolder(Self.file)
    let done = try made.migrate()
    #expect(done.status == 1)
    #expect(done.report.problems == ["error source.external-file-missing A.b [1]"])
    #expect(try made.workshop.texts("SELECT substr(CAST(ZB AS TEXT), 2, 36) FROM ZA") == [Self.name])
  }

  @Test(
    "A file that goes away while the run reads the store is no success",
    arguments: [("EIO", 2), ("ENOENT", 8)] as [(String, Int32)])
  func goesAway(code: String, status: Int32) throws {
    let made = try store(Self.external)
    try made.workshop.scratch.write(Array("content".utf8), to: Self.file)
    let run = try Program.run(
      made.arguments(), environment: ["IMPORT_LEGACY_FAULT": "external.status:1+:fail:\(code)"])
    #expect(run.status == status, "\(run.error)")
    #expect(try made.workshop.scratch.contents("out") == [])
    #expect(try made.migrate().status == 0)
    #expect(
      try made.workshop.scratch.bytes("out/.New_SUPPORT/_EXTERNAL_DATA/\(Self.name)") == Array("content".utf8)
    )
  }

  @Test("A required value whose file is missing cannot be agreed away, and no consent is offered")
  func required() throws {
    let made = try store(#"optional="NO""#)
    for options in [[], ["--allow", "lossy:A.b"]] {
      let blocked = try made.workshop.migrate(
        HandMade.store, HandMade.model, options: ["--source-version", "V1"] + options)
      #expect(blocked.status == 3, "\(options)")
      let errors = blocked.report.body.findings.filter { $0.severity == "error" }
      #expect(errors.count >= 1)
      #expect(errors.allSatisfy { $0.recovery.allSatisfy { !$0.contains("--allow") } }, "\(errors)")
    }
    // With its file the value is there.
    try made.workshop.scratch.write(Array("content".utf8), to: Self.file)
    #expect(try made.migrate().status == 0)
    #expect(try made.workshop.texts("SELECT CAST(ZB AS TEXT) FROM ZA") == ["content"])
  }
}
