import CoreDataModel
import Diagnostics
import Testing

@testable import CoreDataMapping

@Suite("Reading mapping models")
struct MappingModelReaderTests {
  private typealias Entity = MappingModelText.Entity
  private typealias Property = MappingModelText.Property

  private func reason(_ bytes: [UInt8]) -> String? {
    do {
      _ = try MappingModelReader.read(bytes, file: MappingModelText.file)
      return nil
    } catch {
      guard error.exit == .usage, error.diagnostics.map(\.id) == [.mappingModelUnreadable] else { return nil }
      return error.diagnostics[0].summary
    }
  }

  @Test("The editor's file: in the order of numbers, without what the mapping model does not name")
  func edited() throws {
    var second = Entity("Book", "Cover", ["sourcefilterpredicatestring": "pages > 1 && sold = YES"])
    second.number = 3
    second.attributes = [Property("size", .constant(.real(2.5))), Property("image")]
    second.relationships = [
      .links("book", "$source", by: "BookToBook"), .links("b", "$source.author.boss", by: "X"),
      .links("c", by: "X"), .links("d", "$source.author"), .links("e", "$other.a", by: "X"), .links("f"),
      Property("g"),
    ]
    var orphan = Entity("Tag", "Tag")
    orphan.isMember = false
    var first = Entity("Person", "Person", ["migrationpolicyclassname": "", "mappingtypename": "Transform"])
    first.number = 2
    let model = try MappingModelText.read([
      second, orphan, first, Entity(nil, "Cover", ["migrationpolicyclassname": "App.Policy"]),
    ])
    #expect(model.entityMappings.map(\.name) == ["Cover", "PersonToPerson", "BookToCover"])
    #expect(model.sourceVersion == "Old" && model.destinationVersion == "New")
    #expect(model.entityMappings.map(\.policyClassName) == ["App.Policy", nil, nil])
    #expect(model.entityMappings.map(\.kind) == [.undefined, .transform, .undefined])
    let mapping = model.entityMappings[2]
    #expect(mapping.filter == .predicate("pages > 1 && sold = YES"))
    #expect(mapping.attributes.map(\.name) == ["image", "size"])
    #expect(mapping.attributes.map(\.value) == [.generated, .expression(.constant(.real(2.5)))])
    func named(_ path: ArchivedExpression, _ mapping: String) -> MappingModelProperty.Value {
      .expression(
        .function(
          target: .manager, selector: DestinationInstances.ofMapping,
          arguments: [.constant(.text(mapping)), path]))
    }
    #expect(
      mapping.relationships.map(\.value) == [
        named(.keyPath(of: .source, "author.boss"), "X"), named(.source, "BookToBook"),
        .unclear("a mapping without a key path"), .unclear("a key path without a mapping"),
        .unclear("a key path that does not begin at the source"), .generated, .nothing,
      ])
    #expect(mapping.relationships.allSatisfy { $0.place.line > 1 })
  }

  @Test("A fetch that the editor did not make is not taken for one of all rows")
  func fetch() throws {
    let model = try MappingModelText.read([Entity("Book", "Book", ["autogenerateexpression": "0"])])
    #expect(model.entityMappings.map(\.filter) == [.other])
  }

  @Test(
    "Expressions come out of their archive as they went in",
    arguments: [
      .source, .keyPath(of: .source, "a.b"), .constant(.null), .constant(.boolean(true)),
      .constant(.integer(-3)), .constant(.real(0.5)), .constant(.text("it's")), .constant(.date(1.5)),
      .constant(.data([0, 255])), .constant(.other("App.Thing")), .classNamed("App.Functions"),
      .function(target: .variable("entityPolicy"), selector: "name:", arguments: [.source]),
      .function(target: .classNamed("_NSPredicateUtilities"), selector: "now", arguments: []),
      .other("NSTernaryExpression"),
    ] as [ArchivedExpression])
  func expressions(_ expression: ArchivedExpression) throws {
    let model = try MappingModelText.read([Entity("Book", "Book").with([Property("title", expression)])])
    #expect(model.entityMappings[0].attributes.map(\.value) == [.expression(expression)])
  }

  @Test("A class whose method is called is written as a cast")
  func cast() throws {
    let cast = ArchivedExpression.function(
      target: .classNamed("_NSPredicateUtilities"), selector: "castObject:toType:",
      arguments: [.constant(.text("App.Functions")), .constant(.text("Class"))])
    let call = ArchivedExpression.function(target: cast, selector: "of:", arguments: [.source])
    let model = try MappingModelText.read([Entity("Book", "Book").with([Property("title", call)])])
    #expect(
      model.entityMappings[0].attributes.map(\.value) == [
        .expression(.function(target: .classNamed("App.Functions"), selector: "of:", arguments: [.source]))
      ])
  }

  @Test("A compiled one: hashes, its fetch, and values that are nil")
  func compiled() throws {
    var mapping = MappingModelEntity(name: "Any name", source: "Book", destination: "Cover")
    mapping.policyClassName = "App.Policy"
    mapping.attributes = [
      .init("image", .expression(.keyPath(of: .source, "cover"))), .init("size", .nothing),
    ]
    mapping.relationships = [.init("book", .nothing)]
    let sample = try MappingModelSample()
    mapping.sourceVersionHash = VersionHash.hashes(of: sample.source)["Book"]
    mapping.destinationVersionHash = VersionHash.hashes(of: sample.destination)["Cover"]
    let all = try MappingModelReader.read(
      ExpressionArchive.compiled(mapping, kind: 1, predicate: "TRUEPREDICATE"), file: "A.cdm")
    var expected = mapping
    expected.kind = .custom
    #expect(all.entityMappings.map { clear($0) } == [clear(expected)])
    #expect(all.sources(among: [sample.destination, sample.source]) == [sample.source])
    #expect(all.destinations(among: [sample.source, sample.destination]) == [sample.destination])

    let some = ExpressionArchive.compiled(mapping, kind: 5, predicate: "pages > 1")
    #expect(
      try MappingModelReader.read(some, file: "").entityMappings.map(\.filter) == [.predicate("pages > 1")])
    let other = ExpressionArchive.compiled(mapping, kind: 5, fetch: "rows:of:", predicate: "pages > 1")
    #expect(try MappingModelReader.read(other, file: "").entityMappings.map(\.filter) == [.other])
    #expect(
      reason(ExpressionArchive.compiled(mapping, kind: 6, predicate: ""))?.contains("no known type") == true)
  }

  @Test("Versions of a mapping model without hashes are found by their names")
  func versions() throws {
    let sample = try MappingModelSample()
    let model = try MappingModelText.read(MappingModelSample.rest())
    #expect(model.sources(among: [sample.destination, sample.source]) == [sample.source])
    #expect(model.destinations(among: [sample.source]) == [])
    #expect(CoreDataMappingModel(joining: []) == nil)
  }

  @Test("What is no mapping model is refused with the reason")
  func unreadable() {
    #expect(reason([])?.contains("the document is empty") == true)
    #expect(reason(Array("<model/>".utf8))?.contains("its root is model and not database") == true)
    #expect(reason(Array("<database/>".utf8))?.contains("it holds 0 mapping models and not one") == true)
    #expect(reason(Array("bplist00".utf8))?.contains("its property list is broken") == true)
    #expect(reason(ExpressionArchive.bytes(.source))?.contains("it is an archive of something else") == true)
    let whole = String(
      decoding: MappingModelText.bytes([Entity("Book", "Book").with([Property("title", .source)])]),
      as: UTF8.self)
    func broken(_ old: String, _ new: String) -> String? {
      reason(Array(whole.replacing(old, with: new).utf8))
    }
    #expect(broken("YnBsaXN0", "*")?.contains("valueexpressiondata is no base64") == true)
    #expect(broken("YnBsaXN0", "YnBsaXN1")?.contains("valueexpressiondata is broken") == true)
    #expect(broken(">title<", "><")?.contains("a property mapping has no name") == true)
    #expect(broken(">Undefined<", ">Odd<")?.contains("of no known type") == true)
    #expect(broken("XDDEVATTRIBUTEMAPPING", "OTHER")?.contains("is OTHER and not") == true)
    #expect(broken("idrefs=\"z2", "idrefs=\"z9")?.contains("is not there") == true)
    #expect(broken(">Book<", "><")?.contains("an entity mapping names no entity") == true)
    #expect(broken("id=\"z100\"", "")?.contains("no type or no id") == true)
    #expect(broken("id=\"z100\"", "id=\"z201\"")?.contains("two objects have one id") == true)
  }

  private func clear(_ mapping: MappingModelEntity) -> MappingModelEntity {
    var mapping = mapping
    mapping.place = MappingPlace()
    for index in mapping.attributes.indices { mapping.attributes[index].place = MappingPlace() }
    for index in mapping.relationships.indices { mapping.relationships[index].place = MappingPlace() }
    return mapping
  }
}
