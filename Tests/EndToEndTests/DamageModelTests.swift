import Foundation
import Testing

@Suite("Damage: models that are not there, not whole, or not this store's")
struct DamageModelTests {
  private static let versionsFile = "in/Library.xcdatamodeld/.xccurrentversion"

  private static func current(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(content)</dict></plist>
    """
  }

  @Test(
    "Several versions and none said to be current: they are listed",
    arguments: [
      nil, current(""), current("<key>_XCCurrentVersionName</key><string>Library 9.xcdatamodel</string>"), "",
    ])
  func noCurrentVersion(content: String?) throws {
    let fixture = try Fixture("library-1")
    if let content {
      try fixture.workshop.scratch.write(content, to: Self.versionsFile)
    } else {
      try fixture.workshop.scratch.remove(Self.versionsFile)
    }
    let refused = try fixture.workshop.migrate(fixture.store, Fixture.model)
    #expect(refused.status == 4)
    let finding = refused.report.body.findings.first { $0.severity == "error" }
    let list = finding?.recovery.first { $0.contains("--model-version") }?.split(separator: ": ").last ?? ""
    let listed = Set(list.split(separator: /, |\./).map(String.init))
    #expect(listed == Set(Fixture.versions), "\(finding?.line ?? "nothing")")
    // A version named by hand needs none.
    #expect(try fixture.migrate(version: "Library 2").status == 0)
  }

  @Test("No such version")
  func unknownVersion() throws {
    let refused = try Fixture("library-1").migrate(version: "Library 4")
    #expect(refused.status == 64)
    #expect(refused.report.has("model.no-such-version"))
  }

  @Test("No model there")
  func missingModel() throws {
    let fixture = try Fixture("library-1")
    let refused = try fixture.workshop.migrate(fixture.store, "Nowhere.xcdatamodeld")
    #expect(refused.status == 4)
    #expect(refused.report.has("model.not-found"))
  }

  @Test("A model that is none, or cut short")
  func brokenModel() throws {
    let fixture = try Fixture("library-1")
    let contents = "Library.xcdatamodeld/Library 2.xcdatamodel/contents"
    let bytes = try fixture.workshop.scratch.bytes("in/" + contents)
    try fixture.workshop.scratch.write(Array(bytes[..<(bytes.count / 2)]), to: "in/" + contents)
    let cut = try fixture.migrate()
    #expect(cut.status == 4)
    #expect(cut.report.problems.count == 1)
    // Another version of the bundle is still good.
    #expect(try fixture.migrate(version: "Library").status == 0)
    try fixture.workshop.scratch.write("no model", to: "in/Other.txt")
    let other = try fixture.workshop.migrate(fixture.store, "Other.txt")
    #expect(other.status == 4)
  }

  @Test("The model of another app")
  func anotherApp() throws {
    let fixture = try Fixture("library-1")
    let entity =
      "<entity name=\"Cat\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>"
    let head =
      "<?xml version=\"1.0\"?>\n<model documentVersion=\"1.0\">"
    try fixture.workshop.scratch.write(head + entity + "</model>", to: "in/Cats.xcdatamodel/contents")
    try fixture.workshop.scratch.copy(fixture.workshop.input(Fixture.model), to: "in/models/\(Fixture.model)")
    try fixture.workshop.scratch.remove("in/\(Fixture.model)")
    let refused = try fixture.workshop.migrate(fixture.store, "Cats.xcdatamodel")
    #expect(refused.status == 4)
    #expect(refused.report.has("model.version-unknown"))
    // The store's own model given as well makes it a question of consent.
    let blocked = try fixture.workshop.migrate(
      fixture.store, "Cats.xcdatamodel", "--source-model", fixture.workshop.input("models/" + Fixture.model))
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.entity-dropped").count == 8)
  }

  @Test("A store newer than the target is not migrated backwards in silence")
  func olderTarget() throws {
    let refused = try Fixture("library-2").migrate(version: "Library")
    #expect(refused.status == 3)
    #expect(!refused.report.problems.isEmpty)
  }
}
