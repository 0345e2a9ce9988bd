import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A model as its XML says, by a reader of the tests' own.
struct CorpusModel {
  struct Property: Sendable {
    let name: String
    let texts: [String: String]

    var isTransient: Bool { isSet("transient") }
    var isOptional: Bool { isSet("optional") }
    var isToMany: Bool { isSet("toMany") }
    var isOrdered: Bool { isSet("ordered") }
    var elementID: String? { texts["elementID"] }
    var type: String { texts["attributeType"] ?? "" }
    var destination: String { texts["destinationEntity"] ?? "" }
    var inverse: String? { texts["inverseName"] }

    private func isSet(_ name: String) -> Bool { ["YES", "true"].contains(texts[name]) }
  }

  struct Entity: Sendable {
    let name: String
    let parent, elementID: String?
    let isAbstract: Bool
    var attributes: [Property] = []
    var relationships: [Property] = []
  }

  private(set) var entities: [String: Entity] = [:]

  /// - Parameter path: an `.xcdatamodel`.
  init(path: String) throws {
    let collector = Collector()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path + "/contents")))
    parser.delegate = collector
    guard parser.parse() else { throw CocoaError(.fileReadCorruptFile) }
    entities = collector.entities
  }

  /// The entity and its superentities, nearest first.
  func lineage(_ name: String) -> [Entity] {
    var result: [Entity] = []
    var next = entities[name]
    while let entity = next {
      result.append(entity)
      next = entity.parent.flatMap { entities[$0] }
    }
    return result
  }

  func root(_ name: String) -> String { lineage(name).last?.name ?? name }

  /// The entity and all below it.
  func family(_ name: String) -> Set<String> {
    Set(entities.keys.filter { lineage($0).contains { $0.name == name } })
  }

  /// Stored attributes, own and inherited, by name, with the entity that declares each.
  func attributes(_ name: String) -> [(declaring: String, property: Property)] { collect(name, \.attributes) }

  func relationships(_ name: String) -> [(declaring: String, property: Property)] {
    collect(name, \.relationships)
  }

  private func collect(_ name: String, _ path: KeyPath<Entity, [Property]>) -> [(
    declaring: String, property: Property
  )] {
    lineage(name).flatMap { entity in
      entity[keyPath: path].filter { !$0.isTransient }.map { (entity.name, $0) }
    }
    .sorted { $0.1.name < $1.1.name }
  }

  /// The other end, looked up in the destination and above.
  func inverse(_ relationship: Property) -> (declaring: String, property: Property)? {
    guard let name = relationship.inverse else { return nil }
    for entity in lineage(relationship.destination) {
      if let found = entity.relationships.first(where: { $0.name == name }) { return (entity.name, found) }
    }
    return nil
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var entities: [String: Entity] = [:]
    private var current = ""
    private var path: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes texts: [String: String]
    ) {
      path.append(element)
      let name = texts["name"] ?? ""
      switch path {
      case ["model", "entity"]:
        current = name
        entities[name] = Entity(
          name: name, parent: texts["parentEntity"], elementID: texts["elementID"],
          isAbstract: ["YES", "true"].contains(texts["isAbstract"]))
      case ["model", "entity", "attribute"]:
        entities[current]?.attributes.append(Property(name: name, texts: texts))
      case ["model", "entity", "relationship"]:
        entities[current]?.relationships.append(Property(name: name, texts: texts))
      default: break
      }
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      path.removeLast()
    }
  }
}
