@testable import CoreDataModel
import Foundation
import PropertyLists
import Testing

/// What compiling adds to a model and keeps of it, on models made by hand.
@Suite struct ModelCompilerTests {
  private func compiled(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
    try ArchivedModelReader.read(try ModelCompiler.compiled(model), name: model.name, path: "m").model
  }

  private func cached(
    _ model: ManagedObjectModel, hasFetchIndexes: Bool = true, module: String? = nil
  ) throws -> ManagedObjectModel {
    let bytes = try ModelCompiler.cached(model, hasFetchIndexes: hasFetchIndexes, module: module)
    return try ArchivedModelReader.read(bytes, name: model.name, path: "m").model
  }

  private static let library = """
    <entity name="Item" isAbstract="YES" representedClassName=".Item" elementID="Thing">
      <attribute name="title" attributeType="String" defaultValueString="" spotlightIndexingEnabled="YES"
        allowsCloudEncryption="YES" versionHashModifier="2">
        <userInfo><entry key="k" value="v"/></userInfo>
      </attribute>
      <attribute name="size" attributeType="Float" defaultValueString="0.1"/>
      <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="0.0"/>
      <attribute name="seen" attributeType="Boolean" defaultValueString="YES"/>
      <attribute name="made" attributeType="Date" defaultDateTimeInterval="12.5"/>
      <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <relationship name="shelf" maxCount="1" destinationEntity="Shelf" inverseName="items"
        inverseEntity="Shelf" deletionRule="Cascade"><userInfo><entry key="r" value=""/></userInfo></relationship>
      <userInfo><entry key="e" value="f"/></userInfo>
    </entity>
    <entity name="Book" parentEntity="Item" representedClassName=".Book">
      <attribute name="isbn" attributeType="String"/>
    </entity>
    <entity name="Shelf">
      <attribute name="name" attributeType="String" elementID="name"/>
      <relationship name="items" toMany="YES" ordered="YES" maxCount="-1" destinationEntity="Item"
        inverseName="shelf" inverseEntity="Item" optional="YES"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
      </uniquenessConstraints>
    </entity>
    """

  @Test("A .mom keeps everything") func keepsAll() throws {
    let model = try Models.model(Self.library)
    let read = try compiled(model)
    #expect(read.isCompiled && VersionHash.hashes(of: read) == VersionHash.hashes(of: model))
    let item = try #require(read.entity("Item"))
    #expect(item.managedObjectClassName == ".Item" && item.isAbstract && item.renamingIdentifier == "Thing")
    #expect(item.userInfo == ["e": .text("f")])
    let attributes = Dictionary(uniqueKeysWithValues: item.attributes.map { ($0.name, $0) })
    let title = try #require(attributes["title"])
    #expect(title.isIndexedBySpotlight && title.allowsCloudEncryption && title.versionHashModifier == "2")
    #expect(title.defaultValue == .text("") && title.userInfo == ["k": .text("v")])
    #expect(attributes["size"]?.defaultValue == .real(Double(Float(0.1))))
    #expect(attributes["price"]?.defaultValue == .decimal("0.0"))
    #expect(attributes["seen"]?.defaultValue == .integer(1))
    #expect(attributes["made"]?.defaultValue == .real(12.5))
    #expect(item.relationships.first?.userInfo == ["r": .text("")])
    #expect(read.entity("Book")?.attributes.map(\.name) == ["isbn"])
    #expect(read.entity("Shelf")?.relationships.first?.maxCount == .max)
    #expect(read.entity("Shelf")?.uniquenessConstraints == [["name"]])
    #expect(try compiled(read) == read)
  }

  @Test("The same model gives the same bytes") func isDeterministic() throws {
    let first = try ModelCompiler.compiled(try Models.model(Self.library))
    #expect(try ModelCompiler.compiled(try Models.model(Self.library)) == first)
  }

  @Test("A cache names classes in a module that is known, or none at all") func classes() throws {
    let model = try Models.model(Self.library)
    #expect(try cached(model, module: "App").entity("Book")?.managedObjectClassName == "App.Book")
    #expect(try cached(model).entities.allSatisfy { $0.managedObjectClassName == nil })
    // The properties of the parent are its own, though a cache lists them again.
    #expect(try cached(model, module: "App").entity("Book")?.attributes.map(\.name) == ["isbn"])
    let named = try Models.model(
      "<entity name='A' representedClassName='X'><attribute name='a' attributeType='String'/></entity>")
    #expect(try cached(named).entity("A")?.managedObjectClassName == "X")
  }

  private static let indexed = """
    <entity name="A"><attribute name="a" attributeType="String" indexed="YES"/>
      <attribute name="b" attributeType="String"/>
    """

  @Test("Indexes: of flags alone, of fetch indexes, of compound ones") func indexes() throws {
    let flags = try Models.model(Self.indexed + "</entity>")
    // As compilers before fetch indexes: the flag says it all.
    #expect(try compiled(flags).entity("A")?.fetchIndexes == [])
    #expect(try cached(flags).entity("A")?.fetchIndexes.map(\.name) == ["a"])
    #expect(try cached(flags, hasFetchIndexes: false).entity("A")?.fetchIndexes == [])

    let fetch = try Models.model(
      Self.indexed
        + "<fetchIndex name='byB'><fetchIndexElement property='b' order='descending'/></fetchIndex></entity>")
    let mom = try #require(try compiled(fetch).entity("A"))
    #expect(mom.fetchIndexes.map(\.name) == ["a", "byB"] && mom.attributes.allSatisfy(\.isIndexed))
    #expect(mom.fetchIndexes.last?.elements.first?.isAscending == false)
    #expect(try cached(fetch).entity("A")?.fetchIndexes.map(\.name) == ["a", "b", "byB"])

    let compound = try Models.model(
      Self.indexed
        + "<compoundIndexes><compoundIndex><index value='b'/><index value='a'/></compoundIndex></compoundIndexes></entity>"
    )
    #expect(try compiled(compound).entity("A")?.compoundIndexes == [["b", "a"]])
    #expect(try cached(compound).entity("A")?.fetchIndexes.map(\.name) == ["a", "b_a"])
    #expect(try cached(compound, hasFetchIndexes: false).entity("A")?.compoundIndexes == [["b", "a"]])
  }

  @Test("From archives: limits, derivations, composites, UUIDs") func archived() throws {
    var count = AttributeDescription(name: "count", type: .integer64)
    count.derivationExpression = "all.@count"
    count.isOptional = true
    var path = AttributeDescription(name: "path", type: .string)
    path.derivationExpression = "one.name"
    var least = AttributeDescription(name: "least", type: .integer16)
    least.minimumValue = 1
    var length = AttributeDescription(name: "length", type: .string)
    length.maximumValue = 40
    var uuid = AttributeDescription(name: "uuid", type: .uuid)
    uuid.defaultValue = .blob(Array(0..<16))
    var place = AttributeDescription(name: "place", type: .composite)
    place.compositeElements = [.init(name: "lon", type: .double), .init(name: "lat", type: .double)]
    var entity = EntityDescription(name: "A")
    entity.attributes = [count, least, length, path, place, uuid]
    let model = try ManagedObjectModel(
      name: "M", entities: [entity], configurations: ["C": ["A"]], isCompiled: true)
    #expect(try compiled(model) == model && cached(model) == model)
  }
}
