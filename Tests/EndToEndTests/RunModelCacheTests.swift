import CoreDataModel
import CoreDataStore
import Foundation
import PropertyLists
import SQLite
import Testing

/// The copy of its model that a new store carries.
@Suite("Model cache of the result")
struct RunModelCacheTests {
  private func cache(_ path: String) throws -> ModelCache? {
    let connection = try Connection(path: path, mode: .readOnly)
    return try ModelCache.read(connection, catalog: try SchemaCatalog(connection))
  }

  private func model(_ path: String) throws -> ManagedObjectModel {
    guard case .model(let model)? = try cache(path)?.reading else { throw CocoaError(.fileReadUnknown) }
    return model
  }

  @Test("A new version is cached, and the result is read by it")
  func newVersion() throws {
    let fixture = try Fixture("library-1")
    let run = try fixture.migrate(version: "Library 2")
    #expect(run.status == 0 && run.report.findings("destination.model-cache-empty").isEmpty)
    let target = try ModelBundle(path: fixture.workshop.input(Fixture.model)).version(named: "Library 2")
    let cached = try model(fixture.workshop.output())
    #expect(VersionHash.hashes(of: cached) == VersionHash.hashes(of: target))
    #expect(cached.versionIdentifiers == target.versionIdentifiers)

    try fixture.workshop.bring(fixture.workshop.output(), as: "Second.sqlite")
    let again = try fixture.workshop.migrate(
      "Second.sqlite", nil, options: ["--keep-uuid"], to: "Third.sqlite")
    #expect(again.status == 0 && again.report.body.source.recognisedBy == "cached-model")
    try fixture.checkRows("Library 2", in: "Third.sqlite")
    #expect(
      try cache(fixture.workshop.output("Third.sqlite"))?.content == cache(fixture.workshop.output())?.content
    )
  }

  /// A store whose classes are in a module, and a later version that keeps them there.
  @Test(
    "Classes are in the module that the source's cache names",
    .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func module() throws {
    let store = try CorpusStore.named(
      "XCServerCoreData_2.0.0_empty.sqlite", in: "richardpiazza__XCServerCoreData/empty-1.2.0-2.0.0")
    let workshop = try Workshop()
    try store.bring(to: workshop)
    try workshop.bring((store.modelPath as NSString).deletingLastPathComponent, as: "X.xcdatamodeld")
    let run = try workshop.migrate(
      store.name, "X.xcdatamodeld", options: ["--model-version", "XCServerCoreData2.0.1"])
    #expect(run.status == 0, "\(run.report.problems)")
    // The model says `.Bot`.
    let names = try model(workshop.output()).entities.map { ($0.name, $0.managedObjectClassName) }
    #expect(names.count > 20 && names.allSatisfy { $0.1 == "XCServerCoreData.\($0.0)" }, "\(names)")
    // Without the store's own copy nothing says which module it is: no class is named.
    try workshop.alter(store.name, "DELETE FROM Z_MODELCACHE")
    let untold = try workshop.migrate(
      store.name, "X.xcdatamodeld", options: ["--model-version", "XCServerCoreData2.0.1"], to: "Untold.sqlite"
    )
    #expect(!untold.report.has("destination.model-cache-empty"))
    let unnamed = try model(workshop.output("Untold.sqlite"))
    #expect(unnamed.entities.count == names.count)
    #expect(unnamed.entities.allSatisfy { $0.managedObjectClassName == nil })
  }

  @Test("A model of which something is not proven is not cached, and the note says what it is")
  func unproven() throws {
    let fixture = try Fixture("library-1")
    let contents = "in/\(Fixture.model)/Library 2.xcdatamodel/contents"
    let text = try fixture.workshop.scratch.text(contents)
    let entity = try #require(text.range(of: "<entity name=\"Tag\""))
    let end = try #require(text[entity.lowerBound...].range(of: "</entity>"))
    try fixture.workshop.scratch.write(
      text.replacingCharacters(in: end, with: "<fetchedProperty name=\"found\"/></entity>"), to: contents)
    let run = try fixture.migrate(version: "Library 2")
    #expect(run.status == 0)
    let finding = try #require(run.report.findings("destination.model-cache-empty").first)
    #expect(finding.summary.contains("Tag.found: a fetched property"))
    #expect(try cache(fixture.workshop.output()) == nil)
  }
}
