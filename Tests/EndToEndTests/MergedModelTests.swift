import Foundation
import Testing

/// An app's model that comes in two files, which it merges.
@Suite("Several models")
struct MergedModelTests {
  /// The fixtures' model in two bundles: `Settings` has one entity, `Rest` has all others.
  private func split(_ fixture: Fixture) throws {
    for version in ["Library", "Library 2"] {
      let path = "\(Places.fixtures)/\(Fixture.model)/\(version).xcdatamodel/contents"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let setting = try #require(text.firstMatch(of: /\n *<entity name="Setting"(?:.|\n)*?<\/entity>/))
      let others = text.replacing(/\n *<entity name="(?:.|\n)*<\/entity>/, with: "\(setting.output)")
      try fixture.workshop.scratch.write(
        text.replacing(setting.output, with: ""), to: "in/Rest.xcdatamodeld/\(version).xcdatamodel/contents")
      try fixture.workshop.scratch.write(
        others, to: "in/Settings.xcdatamodeld/\(version).xcdatamodel/contents")
    }
  }

  private func models(_ fixture: Fixture) -> [String] {
    ["Rest", "Settings"].flatMap { ["--model", fixture.workshop.input("\($0).xcdatamodeld")] }
  }

  @Test("Merged they are the target, and the store is recognised as versions of both")
  func merged() throws {
    let fixture = try Fixture("library-1")
    try split(fixture)
    let done = try fixture.workshop.migrate(
      fixture.store, nil, options: models(fixture) + ["--model-version", "Library 2"])
    #expect(done.status == 0)
    #expect(done.report.body.source.modelVersion == "Library + Library")
    #expect(done.report.body.destination.modelVersion == "Library 2 + Library 2")
    #expect(done.report.body.source.recognisedBy == "version-hashes")
    try fixture.checkRows("Library 2")
  }

  @Test("No part of it is taken back")
  func older() throws {
    let fixture = try Fixture("library-2")
    try split(fixture)
    let run = try fixture.workshop.migrate(
      fixture.store, nil, options: models(fixture) + ["--model-version", "Library"])
    #expect(run.status == 3 && run.report.has("plan.target-older"))
  }

  @Test("One of them alone is not the store's model")
  func alone() throws {
    let fixture = try Fixture("library-1")
    try split(fixture)
    try fixture.workshop.scratch.remove("in/\(Fixture.model)")
    let run = try fixture.workshop.migrate(
      fixture.store, "Rest.xcdatamodeld", options: ["--model-version", "Library 2"])
    #expect(run.status == 4)
    #expect(run.report.has("model.version-unknown"))
  }

  @Test("A version that none of them has; an entity that two of them describe differently")
  func refused() throws {
    let fixture = try Fixture("library-1")
    try split(fixture)
    let unknown = try fixture.workshop.migrate(
      fixture.store, nil, options: models(fixture) + ["--model-version", "Library 9"])
    #expect(unknown.status == 64 && unknown.report.has("model.no-such-version"))
    try fixture.workshop.scratch.copy(
      fixture.workshop.input("Rest.xcdatamodeld/Library.xcdatamodel"), to: "in/Old.xcdatamodel")
    try fixture.workshop.scratch.copy(
      fixture.workshop.input("Rest.xcdatamodeld/Library 2.xcdatamodel"), to: "in/New.xcdatamodel")
    let twice = try fixture.workshop.migrate(
      fixture.store, nil,
      options: ["Old", "New"].flatMap { ["--model", fixture.workshop.input("\($0).xcdatamodel")] })
    #expect(twice.status == 4 && twice.report.has("model.inconsistent"))
  }
}
