import CoreDataModel
import Foundation
import PropertyLists
import Testing
import XMLTree

/// The old binary models of the corpus, held against stores and against the same models as XML.
@Suite(.enabled(if: Corpus.isPresent, "needs ../shared")) struct ElementsModelTests {
  private static let files = Corpus.paths { $0.hasSuffix(".xcdatamodel/elements") }

  private static func model(_ path: String) throws -> ManagedObjectModel {
    try ModelBundle(path: Corpus.root.appendingPathComponent(path).path).current()
  }

  @Test func everyFileIsReadAsAFolderAndAlone() throws {
    try #require(Self.files.count >= 15)
    print("Models of Xcode 3: \(Self.files.count) files are read")
    for file in Self.files {
      let folder = String(file.dropLast("/elements".count))
      let bundle = try ModelBundle(path: Corpus.root.appendingPathComponent(folder).path)
      let model = try bundle.current()
      #expect(model.entities.contains { !$0.attributes.isEmpty }, "\(file)")
      #expect(model == (try Self.model(file)), "\(file)")
      #expect(try bundle.currentVersion().warnings == [], "\(file)")
      #expect(folder.hasSuffix("/\(model.name).xcdatamodel"))
    }
  }

  @Test func aSmallModelInFull() throws {
    let folder = "ooper-shlab__CoreDataBooks1.5-Swift/CoreDataBooks/models/CoreDataBooks.xcdatamodeld"
    let model = try Self.model(folder)
    var author = AttributeDescription(name: "author", type: .string)
    (author.defaultValue, author.minimumValue) = (.text("Author"), 1)
    var copyright = AttributeDescription(name: "copyright", type: .date)
    copyright.isOptional = true
    var title = AttributeDescription(name: "title", type: .string)
    (title.defaultValue, title.minimumValue) = (.text("Title"), 1)
    var book = EntityDescription(name: "Book")
    book.managedObjectClassName = "Book"
    book.attributes = [author, copyright, title]
    #expect(
      model == (try ManagedObjectModel(name: "CoreDataBooks", entities: [book], otherSettings: ["elements"])))
  }

  @Test func relationshipsAndInheritance() throws {
    let tides = try Self.model(
      "shralpmeister__shralptide2/tides/models/shralptide.xcdatamodeld/shralptide2.xcdatamodel")
    #expect(tides.versionIdentifiers == ["2.0"])
    #expect(tides.entity("SDState")?.isAbstract == true)
    #expect(tides.children(of: "SDState") == ["SDCountry", "SDStateProvince"])
    #expect(
      tides.configurations == [
        "TideDatastore": ["SDCountry", "SDState", "SDStateProvince", "SDTideStation"],
        "StateDatastore": ["SDApplicationState", "SDFavoriteLocation"],
      ])
    let stations = try #require(tides.relationship(PropertyKey("SDCountry", "tideStations")))
    #expect(stations.isToMany && stations.maxCount == 0 && stations.inverseName == nil && stations.isIndexed)

    let recipes = try Self.model(
      "magicalpanda__MagicalRecord/Recipes-elements/models/Recipes.xcdatamodeld/Recipes.xcdatamodel")
    var image = RelationshipDescription(name: "image", destinationEntity: "Image")
    (image.inverseName, image.inverseEntity) = ("recipe", "Image")
    // Xcode 3 wrote a least count of 1 even for what is optional, and Core Data hashed it.
    (image.minCount, image.maxCount, image.isOptional) = (1, 1, true)
    (image.deleteRule, image.isIndexed) = (.cascade, true)
    #expect(recipes.relationship(PropertyKey("Recipe", "image")) == image)
    let thumbnail = recipes.entity("Recipe")?.attributes.first { $0.name == "thumbnailImage" }
    #expect(thumbnail?.type == .transformable && thumbnail?.valueTransformerName == "ImageToDataTransformer")
  }

  /// Every model with every store of its case, in one line each.
  @Test(.enabled(if: Python.isPresent)) func hashesAreThoseOfTheStores() throws {
    let stores = try StoreBlobs.all.get()
    var lines: [String] = []
    for file in Self.files {
      let path = file.split(separator: "/")
      let hashes = VersionHash.hashes(of: try Self.model(file))
      for store in stores where store.store.hasPrefix(path.prefix(2).joined(separator: "/") + "/") {
        let metadata = try PropertyListReader.read(try #require(store.metadata))
        let entries = try #require(metadata["NSStoreModelVersionHashes"]?.entries)
        let stored = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.data) })
        let common = hashes.keys.filter { stored[$0] != nil }
        let differing = common.filter { stored[$0] != hashes[$0] }.sorted()
        let place = path.dropLast().last?.dropLast(".xcdatamodel".count) ?? ""
        lines.append(
          "\(path[0].prefix(5)) \(place), \(store.store.split(separator: "/").last ?? ""): "
            + "\(common.count - differing.count) equal, other \(differing), "
            + "\(hashes.count - common.count) and \(stored.count - common.count) without partner")
      }
    }
    #expect(lines == Self.comparisons)
  }

  /// "Book" of 2009 got its attribute `contents` after the store was made; "Recipe" of the second version got a
  /// relationship to the new "Chef"; the test models of RestKit and its older seed are no versions of each other.
  private static let comparisons = [
    "RestK Data Model, RKSeed@5f56983.sqlite: 0 equal, other [], 18 and 2 without partner",
    "RestK Data Model, RKSeedDatabase.sqlite: 0 equal, other [], 18 and 2 without partner",
    "RestK RKTwitterCoreData, RKSeed@5f56983.sqlite: 0 equal, other [], 2 and 2 without partner",
    "RestK RKTwitterCoreData, RKSeedDatabase.sqlite: 2 equal, other [], 0 and 0 without partner",
    "gilpa CoreDataBooks, CoreDataBooks.sqlite: 0 equal, other [\"Book\"], 0 and 0 without partner",
    "magic Recipes 2, Recipes.sqlite: 4 equal, other [], 0 and 0 without partner",
    "magic Recipes, Recipes.sqlite: 4 equal, other [], 0 and 0 without partner",
    "ooper CoreDataBooks, CoreDataBooks.CDBStore: 1 equal, other [], 0 and 0 without partner",
    "shral shralptide, datastore@70dcfe3.sqlite: 4 equal, other [], 0 and 2 without partner",
    "shral shralptide, datastore@cd17a53.sqlite: 4 equal, other [], 0 and 0 without partner",
    "shral shralptide, datastore@70dcfe3.sqlite: 4 equal, other [], 0 and 2 without partner",
    "shral shralptide, datastore@cd17a53.sqlite: 4 equal, other [], 0 and 0 without partner",
    "shral shralptide2, datastore@70dcfe3.sqlite: 6 equal, other [], 0 and 0 without partner",
    "shral shralptide2, datastore@cd17a53.sqlite: 4 equal, other [], 2 and 0 without partner",
    "shral shralptide, noaa-data.sqlite: 4 equal, other [], 0 and 2 without partner",
    "shral shralptide2, noaa-data.sqlite: 6 equal, other [], 0 and 0 without partner",
    "thepo Recipes 2, Recipes.sqlite: 3 equal, other [\"Recipe\"], 1 and 0 without partner",
    "thepo Recipes, Recipes.sqlite: 4 equal, other [], 0 and 0 without partner",
  ]

  /// The model was changed after the store was made: without what was added, the hash is the store's.
  @Test(.enabled(if: Python.isPresent)) func theBookOf2009IsThatOfItsStoreWithoutItsLaterAttribute() throws {
    let folder = "gilpa__iphone_sqlite_test/CoreDataBooks-2009/"
    var book = try #require(try Self.model(folder + "models/CoreDataBooks.xcdatamodel").entity("Book"))
    book.attributes.removeAll { $0.name == "contents" }
    let store = try StoreBlobs.all.get().first { $0.store.hasPrefix(folder) }
    let metadata = try PropertyListReader.read(try #require(store?.metadata))
    let hash = VersionHash.hashes(of: try ManagedObjectModel(name: "M", entities: [book]))["Book"]
    #expect(hash != nil && hash == metadata["NSStoreModelVersionHashes"]?["Book"]?.data)
  }

  /// `xcmapping.xml` holds the models it maps as such archives; nearly all are there as XML as well.
  private static let embedded: Result<[(place: String, bytes: [UInt8])], any Error> = Result {
    try Corpus.paths { $0.hasSuffix("/xcmapping.xml") }.flatMap { path in
      try XMLDocument(parsing: try Corpus.bytes(path)).root.children.flatMap(\.children)
        .filter { ["sourcemodeldata", "destinationmodeldata"].contains($0.attribute("name")) }
        .compactMap { element in
          Data(base64Encoded: element.text, options: .ignoreUnknownCharacters).map { (path, [UInt8]($0)) }
        }
    }
  }

  @Test func embeddedModelsAreTheSameAsTheirXML() throws {
    let embedded = try Self.embedded.get()
    try #require(embedded.count >= 36)
    let paths = Corpus.paths { $0.hasSuffix(".xcdatamodel/contents") }
    var known: [Substring: [ManagedObjectModel]] = [:]
    var alone: [String] = []
    var differences: Set<String> = []
    for (place, bytes) in embedded {
      let project = place.prefix { $0 != "/" }
      let model = try ElementsModelReader.read(bytes, name: "embedded", path: place).model
      let candidates = try known[project] ?? paths.filter { $0.hasPrefix(project + "/") }.map(Self.model)
      known[project] = candidates
      let hashes = VersionHash.hashes(of: model)
      guard let twin = candidates.first(where: { VersionHash.hashes(of: $0) == hashes }) else {
        alone.append("\(place.prefix(5)), \(model.entities.count) entities")
        continue
      }
      #expect(model.configurations == twin.configurations, "\(place)")
      for entity in model.entities {
        differences.formUnion(try Self.differences(entity, try #require(twin.entity(entity.name))))
      }
    }
    #expect(alone == ["ebf__, 1 entities", "ebf__, 1 entities", "fruit, 4 entities", "fruit, 3 entities"])
    // None of this is hashed. The XML has it and the mapping has not, which was saved at an earlier commit: the old
    // `indexed`, a renaming identifier, and a compound index of "Conversation".
    #expect(
      differences.sorted() == [
        "Bot.identifier", "Commit.commitHash", "Conversation", "Conversation.isSilenced",
        "Conversation.mutedStatus",
        "Device.identifier", "Integration.identifier", "Issue.identifier", "Repository.identifier",
        "XcodeServer.fqdn",
      ])
  }

  /// The names of what differs. Class names are left out, which XML does not write where code is generated, and
  /// what this form of model cannot say: fetch indexes, and the classes of values.
  private static func differences(_ entity: EntityDescription, _ twin: EntityDescription) throws -> [String] {
    var (one, other) = (entity, twin)
    var found: [String] = []
    for attribute in entity.attributes {
      var partner = try #require(twin.attributes.first { $0.name == attribute.name })
      partner.attributeValueClassName = nil
      if attribute != partner { found.append("\(entity.name).\(attribute.name)") }
    }
    for relationship in entity.relationships {
      let partner = try #require(twin.relationships.first { $0.name == relationship.name })
      if relationship != partner { found.append("\(entity.name).\(relationship.name)") }
    }
    #expect(one.attributes.count == other.attributes.count)
    #expect(one.relationships.count == other.relationships.count)
    (one.attributes, one.relationships, one.managedObjectClassName) = ([], [], nil)
    (other.attributes, other.relationships, other.managedObjectClassName) = ([], [], nil)
    other.fetchIndexes = []
    if one != other { found.append(entity.name) }
    return found
  }
}
