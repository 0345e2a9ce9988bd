import Foundation
import SQLite
import Testing

/// Documents of `UIManagedDocument`: folders with a store in them.
@Suite("Document packages")
struct DocumentPackageTests {
  private static let package = "My Notes.document"

  /// The first fixture with its log, in a package.
  private func package(content: String = "StoreContent", name: String = "persistentStore") throws -> Fixture {
    let fixture = try Fixture("library-1-wal/Library")
    let scratch = fixture.workshop.scratch
    for suffix in ["", "-wal"] {
      try scratch.copy(
        "\(Places.fixtures)/library-1-wal/Library.sqlite\(suffix)",
        to: "in/\(Self.package)/\(content)/\(name)\(suffix)")
    }
    try scratch.write("metadata", to: "in/\(Self.package)/DocumentMetadata.plist")
    try scratch.remove("in/library-1-wal")
    return fixture
  }

  @Test(
    "The store in it is migrated",
    arguments: [
      ("StoreContent", "persistentStore"), ("StoreContent.nosync", "persistentStore"),
      ("StoreContent", "Own.db"),
    ])
  func output(content: String, name: String) throws {
    let fixture = try package(content: content, name: name)
    for path in [Self.package, Self.package + "/"] {
      let done = try fixture.workshop.migrate(
        path, Fixture.model, options: ["--model-version", "Library 2"], to: "\(path.count).sqlite")
      #expect(done.status == 0)
      #expect(done.report.findings("source.document-package").count == 1)
      try fixture.checkRows("Library 2", in: "\(path.count).sqlite")
    }
  }

  @Test("It is looked into, replaced where it is, and put back")
  func inPlace() throws {
    let fixture = try package()
    let workshop = fixture.workshop
    let books = Int64(fixture.expect["rows"]["Library"]["Book"].members.count)
    #expect(books > 8)
    let seen = try workshop.inspect(Self.package)
    #expect(seen.version["name"] == .text("Library") && seen.rows["Book"] == books)
    let before = try workshop.scratch.digests("in/\(Self.package)")
    let document = workshop.input(Self.package)
    let model = ["--model", workshop.input(Fixture.model), "--model-version", "Library 2"]
    #expect(try Program.run(["run", document] + model).status == 0)
    #expect(try Program.run(["status", document, "--json"]).output.contains("\"imported\""))
    let changed = try Connection(
      path: workshop.input("\(Self.package)/StoreContent/persistentStore"), mode: .readOnly)
    #expect(try changed.integer("SELECT count(*) FROM ZBOOK") == books)
    try changed.close()
    #expect(try workshop.scratch.text("in/\(Self.package)/DocumentMetadata.plist") == "metadata")
    #expect(try Program.run(["run", document] + model).output.contains("othing to do"))
    #expect(try Program.run(["restore", document]).status == 0)
    #expect(
      try workshop.scratch.digests("in/\(Self.package)").filter { !$0.key.contains(".import-legacy") }
        == before)
    // Reports may not replace what is in a document.
    let refused = try Program.run(
      ["run", document] + model + ["--report", document + "/DocumentMetadata.txt"])
    #expect(refused.status == 64)
  }

  @Test("A folder with two stores in it, or none, is no package")
  func none() throws {
    let fixture = try package(name: "One.db")
    try fixture.workshop.scratch.copy(
      "\(Places.fixtures)/library-2.sqlite", to: "in/\(Self.package)/StoreContent/Two.db")
    let two = try fixture.workshop.migrate(Self.package, Fixture.model)
    #expect(two.status == 4 && two.report.has("store.is-a-folder"))
    try fixture.workshop.scratch.makeFolder("in/Empty/StoreContent")
    let empty = try fixture.workshop.migrate("Empty", Fixture.model)
    #expect(empty.status == 4 && empty.report.has("store.is-a-folder"))
  }
}
