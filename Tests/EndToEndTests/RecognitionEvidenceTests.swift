import Foundation
import SQLite
import Testing

/// Versions whose hashes cannot be worked out for certain: `VersionInfo.plist` and the tables say what they can.
@Suite("Recognition: evidence besides the hashes")
struct RecognitionEvidenceTests {
  /// The rule for hashes is not proven for what stands outside ASCII.
  private static let unproven = HandMade.attribute("größe")
  private static let hash = Data(repeating: 0x30, count: 32)

  /// A store whose hashes are those of nobody.
  private func store(columns: String = "ZGRÖSSE VARCHAR") throws -> HandMade {
    try HandMade(
      HandMade.entity("Song", "", Self.unproven),
      HandMade.entity("Song", "", Self.unproven, HandMade.attribute("title")),
      entities: [.init(1, "Song")],
      schema: """
        CREATE TABLE ZSONG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns));
        INSERT INTO ZSONG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1);
        """)
  }

  /// The two versions as a compiled bundle, with the hashes that `VersionInfo.plist` is to list.
  private func compile(_ made: HandMade, _ hashes: [String: Data]) throws {
    for version in ["V1", "V2"] {
      let text = try made.workshop.scratch.text("in/\(HandMade.model)/\(version).xcdatamodel/contents")
      try made.workshop.scratch.write(text, to: "in/Model.momd/\(version).mom")
    }
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": "V2",
      "NSManagedObjectModel_VersionHashes": hashes.mapValues { ["Song": $0] },
    ]
    try made.workshop.scratch.write(
      Array(PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)),
      to: "in/Model.momd/VersionInfo.plist")
    try made.workshop.scratch.remove("in/\(HandMade.model)")
  }

  @Test("VersionInfo.plist lists the hashes: the version is known, and so are those of the result")
  func versionInfo() throws {
    let made = try store()
    let later = Data(repeating: 0x31, count: 32)
    try compile(made, ["V1": Self.hash, "V2": later])
    let done = try made.workshop.migrate(HandMade.store, "Model.momd")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.body.source.modelVersion == "V1")
    #expect(done.report.body.source.recognisedBy == "version-info")
    #expect(done.report.findings("source.version-by-info").map(\.count) == [1])
    #expect(done.report.body.destination.hashOrigin == ["Song": "version-info"])
    #expect(
      done.report.body.destination.versionHashes == ["Song": String(repeating: "31", count: 32)])
    let seen = try made.workshop.inspect(HandMade.store, ["--model", made.workshop.input("Model.momd")])
    #expect(seen.version["recognisedBy"] == .text("version-info"))
    // The result is recognised in its turn.
    try made.workshop.scratch.copy(made.workshop.output(), to: "in/Next.sqlite")
    let next = try made.workshop.inspect("Next.sqlite", ["--model", made.workshop.input("Model.momd")])
    #expect(next.version["name"] == .text("V2"))
  }

  @Test("A compiled model of the target's version supplies its hashes to a source model")
  func supplied() throws {
    let made = try store()
    try made.workshop.scratch.copy(made.workshop.input(HandMade.model), to: "in/sources/\(HandMade.model)")
    try compile(made, ["V1": Self.hash, "V2": Data(repeating: 0x31, count: 32)])
    let done = try made.workshop.migrate(
      HandMade.store, "sources/\(HandMade.model)", "--source-model", made.workshop.input("Model.momd"))
    #expect(done.status == 0)
    #expect(done.report.body.destination.hashOrigin == ["Song": "version-info"])
  }

  @Test("VersionInfo.plist against a model whose hashes are proven: neither is believed")
  func contradiction() throws {
    let fixture = try Fixture("library-1")
    let info = fixture.workshop.scratch("in/Library.momd/VersionInfo.plist")
    for version in Fixture.versions {
      try fixture.workshop.scratch.copy(
        fixture.workshop.input("\(Fixture.model)/\(version).xcdatamodel/contents"),
        to: "in/Library.momd/\(version).mom")
    }
    let written = try Program.run([
      "model", "hash", fixture.workshop.input(Fixture.model), "--format", "versioninfo", "--output", info,
    ])
    #expect(written.status == 0)
    let second = ["--model-version", "Library 2"]
    let sound = try fixture.workshop.migrate(fixture.store, "Library.momd", options: second, to: "A.sqlite")
    #expect(sound.status == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: info))
    var list = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    var hashes = try #require(list["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
    hashes["Library 2"]?["Book"] = Self.hash
    list["NSManagedObjectModel_VersionHashes"] = hashes
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    try fixture.workshop.scratch.write(Array(changed), to: "in/Library.momd/VersionInfo.plist")
    let stopped = try fixture.workshop.migrate(fixture.store, "Library.momd", options: second, to: "B.sqlite")
    #expect(stopped.status == 4)
    #expect(stopped.report.problems == ["error model.version-info-contradicts  []"])
    #expect(stopped.report.findings("model.version-info-contradicts").map(\.count) == [1])
    // One that cannot be read says nothing, and that is told.
    try fixture.workshop.scratch.write("no list", to: "in/Library.momd/VersionInfo.plist")
    let silent = try fixture.workshop.migrate(
      fixture.store, "Library.momd", options: second, to: "C.sqlite")
    #expect(silent.status == 0)
    #expect(silent.report.findings("model.unreadable").map(\.severity) == ["note"])
  }

  @Test("The tables to the last column, where no hash can be compared: taken, with a warning")
  func structure() throws {
    let made = try store()
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model, "--allow", "unverified-hash:Song")
    #expect(done.status == 1)
    #expect(done.report.problems == ["warning source.version-by-structure  []"])
    #expect(done.report.body.source.modelVersion == "V1")
    #expect(done.report.body.source.recognisedBy == "structure")
  }

  @Test("A column more or less, and it is not taken; the nearest is named with what differs")
  func noStructure() throws {
    for (columns, said) in [
      ("ZGRÖSSE VARCHAR, ZMORE VARCHAR", "ZSONG.ZMORE"), ("ZMORE VARCHAR", "ZSONG.ZGRÖSSE"),
    ] {
      let made = try store(columns: columns)
      let stopped = try made.workshop.migrate(
        HandMade.store, HandMade.model, "--allow", "unverified-hash:Song")
      #expect(stopped.status == 4)
      let seen = try made.workshop.inspect(
        HandMade.store, ["--model", made.workshop.input(HandMade.model)])
      let candidates = seen.version["candidates"].list
      #expect(candidates.map { $0["name"].string } == ["V1", "V2"])
      let differences = candidates.first?["structure"].list.flatMap { $0["missing"].list + $0["extra"].list }
      #expect(differences?.contains(.text(said)) == true)
    }
  }

  @Test("Several whose tables fit, and whose hashes cannot be compared: a person says which")
  func ambiguous() throws {
    let made = try store()
    let text = try made.workshop.scratch.text("in/\(HandMade.model)/V1.xcdatamodel/contents")
    let other = text.replacingOccurrences(
      of: "optional=\"YES\"", with: "optional=\"NO\" defaultValueString=\"\"")
    #expect(other != text)
    try made.workshop.scratch.write(other, to: "in/\(HandMade.model)/V1b.xcdatamodel/contents")
    let stopped = try made.workshop.migrate(HandMade.store, HandMade.model)
    #expect(stopped.status == 4)
    #expect(stopped.report.findings("model.version-ambiguous").map(\.count) == [2])
    let seen = try made.workshop.inspect(HandMade.store, ["--model", made.workshop.input(HandMade.model)])
    #expect(seen.version["answer"] == .text("ambiguous"))
    let named = try made.migrate("--allow", "unverified-hash:Song")
    #expect(named.status == 0 && named.report.body.source.recognisedBy == "given")
    #expect(named.report.findings("source.version-given-differs").map(\.count) == [1])
  }
}
