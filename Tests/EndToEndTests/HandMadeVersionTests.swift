import Foundation
import Testing

/// Which version a store is of, where more than one could be meant.
@Suite("Made by hand: versions")
struct HandMadeVersionTests {
  /// Version 1 under another name, equal but for the renaming identifier of `language`.
  private func write(_ path: String, in fixture: Fixture) throws {
    let text = try fixture.workshop.scratch.text("in/\(Fixture.model)/Library.xcdatamodel/contents")
    let other = text.replacingOccurrences(
      of: #"name="language" optional="YES""#, with: #"name="language" elementID="old" optional="YES""#)
    #expect(other != text)
    try fixture.workshop.scratch.write(other, to: "in/\(path)/contents")
  }

  /// The target: what was `language` is `tongue`, and what was `old` is `idiom`.
  private func fixture() throws -> Fixture {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([
      (#"name="language" optional="YES""#, #"name="tongue" elementID="language" optional="YES""#),
      (
        Fixture.lastAttribute["Book"] ?? "",
        (Fixture.lastAttribute["Book"] ?? "")
          + #"<attribute name="idiom" elementID="old" optional="YES" attributeType="String"/>"#
      ),
    ])
    return fixture
  }

  private func migrate(_ fixture: Fixture, _ options: String..., to output: String = "New.sqlite") throws
    -> Workshop.Import
  {
    try fixture.workshop.migrate(
      fixture.store, Fixture.changedModel,
      options: ["--source-model", fixture.workshop.input(Fixture.model)] + options, to: output)
  }

  // The order of the names must not decide.
  @Test("Versions with equal hashes that lead elsewhere: the user says which", arguments: ["Aaa", "Zzz"])
  func ambiguous(name: String) throws {
    let fixture = try fixture()
    try write("\(name).xcdatamodel", in: fixture)
    let other = fixture.workshop.input("\(name).xcdatamodel")
    let stopped = try migrate(fixture, "--source-model", other)
    #expect(stopped.status == 4)
    #expect(stopped.report.problems == ["error model.version-ambiguous  []"])
    let finding = try #require(stopped.report.findings("model.version-ambiguous").first)
    #expect(finding.count == 2)
    #expect(finding.summary.contains("Library") && finding.summary.contains(name))
    #expect(finding.recovery.contains { $0.contains("--source-version") })

    for (version, output, expected) in [("Library", "A.sqlite", "1 0"), (name, "B.sqlite", "0 1")] {
      let done = try migrate(
        fixture, "--source-model", other, "--source-version", version, to: output)
      #expect(done.status == 0, "\(version)")
      #expect(
        try fixture.workshop.texts(
          "SELECT (count(ZTONGUE) > 0) || ' ' || (count(ZIDIOM) > 0) FROM ZBOOK", in: output) == [expected],
        "\(version)")
    }
    // Where there is one of them only, nothing is asked.
    #expect(try migrate(fixture, to: "C.sqlite").status == 0)
  }

  @Test("Two bundles with different versions of one name: the name says nothing")
  func namesakes() throws {
    let fixture = try fixture()
    try write("other/Library.xcdatamodel", in: fixture)
    let other = fixture.workshop.input("other/Library.xcdatamodel")
    let stopped = try migrate(fixture, "--source-model", other, "--source-version", "Library")
    #expect(stopped.status == 4)
    #expect(stopped.report.problems == ["error model.version-ambiguous  []"])
    // The same version twice is one.
    try fixture.workshop.scratch.copy(
      fixture.workshop.input("\(Fixture.model)/Library.xcdatamodel"), to: "in/same/Library.xcdatamodel")
    let done = try migrate(
      fixture, "--source-model", fixture.workshop.input("same/Library.xcdatamodel"), "--source-version",
      "Library")
    #expect(done.status == 0)
    #expect(try fixture.workshop.texts("SELECT count(ZTONGUE) > 0 FROM ZBOOK") == ["1"])
  }
}
