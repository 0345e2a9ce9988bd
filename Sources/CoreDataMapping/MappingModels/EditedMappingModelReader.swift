import PropertyLists
import XMLTree

/// Reads what Xcode's editor keeps: an XML store of Core Data with objects of the editor's own model.
struct EditedMappingModelReader {
  /// One object of the store: its attributes as text, and the ids that its relationships name.
  private struct Object {
    let type: String
    let line: Int
    var attributes: [String: String] = [:]
    var relationships: [String: [String]] = [:]
  }

  private static let modelType = "XDDEVMAPPINGMODEL"
  private static let entityType = "XDDEVENTITYMAPPING"
  private static let attributeType = "XDDEVATTRIBUTEMAPPING"
  private static let relationshipType = "XDDEVRELATIONSHIPMAPPING"

  private var objects: [String: Object] = [:]
  /// In document order.
  private var ids: [String] = []

  static func read(_ bytes: [UInt8]) throws(MappingModelError) -> CoreDataMappingModel {
    let document: XMLDocument
    do {
      document = try XMLDocument(parsing: bytes)
    } catch {
      throw MappingModelError(reason: error.line.map { "line \($0): \(error)" } ?? "\(error)")
    }
    var reader = EditedMappingModelReader()
    try reader.collect(document.root)
    return try reader.model()
  }

  private mutating func collect(_ root: XMLElement) throws(MappingModelError) {
    guard root.name == "database" else {
      throw MappingModelError(reason: "its root is \(root.name) and not database")
    }
    for element in root.children(named: "object") {
      guard let type = element.attribute("type"), let id = element.attribute("id") else {
        throw MappingModelError(reason: "line \(element.line): an object has no type or no id")
      }
      var object = Object(type: type, line: element.line)
      for child in element.children {
        guard let name = child.attribute("name") else { continue }
        switch child.name {
        case "attribute": object.attributes[name] = child.text
        case "relationship":
          object.relationships[name] = (child.attribute("idrefs") ?? "").split(separator: " ").map(
            String.init)
        default: break
        }
      }
      guard objects.updateValue(object, forKey: id) == nil else {
        throw MappingModelError(reason: "line \(element.line): two objects have one id")
      }
      ids.append(id)
    }
  }

  private func model() throws(MappingModelError) -> CoreDataMappingModel {
    let roots = ids.compactMap { objects[$0] }.filter { $0.type == Self.modelType }
    guard let root = roots.first, roots.count == 1 else {
      throw MappingModelError(reason: "it holds \(roots.count) mapping models and not one")
    }
    var mappings: [(number: Int, mapping: MappingModelEntity)] = []
    // The relationship names them in no order; Core Data's is that of their numbers.
    let members = Set(root.relationships["entitymappings"] ?? [])
    for id in ids where members.contains(id) {
      let object = try object(id, Self.entityType, line: root.line)
      mappings.append((Int(object.attributes["mappingnumber"] ?? "") ?? 0, try entity(object)))
    }
    guard mappings.count == members.count else {
      throw MappingModelError(reason: "line \(root.line): an entity mapping is not there")
    }
    let ordered = mappings.enumerated().sorted {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }
    return CoreDataMappingModel(
      entityMappings: ordered.map(\.element.mapping),
      sourceVersion: Self.version(root.attributes["sourcemodelpath"]),
      destinationVersion: Self.version(root.attributes["destinationmodelpath"]))
  }

  private func object(_ id: String, _ type: String, line: Int) throws(MappingModelError) -> Object {
    guard let object = objects[id] else {
      throw MappingModelError(reason: "line \(line): it refers to an object that is not there")
    }
    guard object.type == type else {
      throw MappingModelError(reason: "line \(object.line): an object is \(object.type) and not \(type)")
    }
    return object
  }

  private func entity(_ object: Object) throws(MappingModelError) -> MappingModelEntity {
    let source = Self.filled(object.attributes["sourcename"])
    let destination = Self.filled(object.attributes["destinationname"])
    guard source != nil || destination != nil else {
      throw MappingModelError(reason: "line \(object.line): an entity mapping names no entity")
    }
    let name = MappingModelEntity.name(source: source, destination: destination)
    var mapping = MappingModelEntity(
      name: name, source: source, destination: destination, place: MappingPlace(line: object.line, path: name)
    )
    if let text = Self.filled(object.attributes["mappingtypename"]) {
      guard let kind = MappingModelEntity.Kind(rawValue: text) else {
        throw MappingModelError(reason: "line \(object.line): an entity mapping is of no known type")
      }
      mapping.kind = kind
    }
    mapping.policyClassName = Self.filled(object.attributes["migrationpolicyclassname"])
    mapping.filter = filter(object)
    mapping.userInfoKeys = try archive(object, "userinfodata")?.keys.sorted() ?? []
    mapping.attributes = try properties(object, "attributemappings", Self.attributeType, of: name) {
      (_, _) in .generated
    }
    mapping.relationships = try properties(object, "relationshipmappings", Self.relationshipType, of: name) {
      Self.links($0, isGenerated: $1)
    }
    return mapping
  }

  /// The editor makes the fetch of the source entity; a fetch of the author's own was never seen.
  private func filter(_ object: Object) -> MappingModelEntity.Filter {
    guard object.attributes["autogenerateexpression"] == "1" else { return .other }
    return Self.filled(object.attributes["sourcefilterpredicatestring"]).map { .predicate($0) } ?? .all
  }

  private func properties(
    _ entity: Object, _ key: String, _ type: String, of mapping: String,
    unless value: ([String: String], Bool) -> MappingModelProperty.Value
  ) throws(MappingModelError) -> [MappingModelProperty] {
    var properties: [MappingModelProperty] = []
    for id in entity.relationships[key] ?? [] {
      let object = try object(id, type, line: entity.line)
      guard let name = Self.filled(object.attributes["name"]) else {
        throw MappingModelError(reason: "line \(object.line): a property mapping has no name")
      }
      let expression = ArchivedExpressionReader.expression(try archive(object, "valueexpressiondata"))
      properties.append(
        MappingModelProperty(
          name,
          expression.map { .expression($0) }
            ?? value(object.attributes, object.attributes["autogenerateexpression"] == "1"),
          at: MappingPlace(line: object.line, path: "\(mapping).\(name)")))
    }
    return properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What the editor makes of its fields for a relationship.
  private static func links(
    _ attributes: [String: String], isGenerated: Bool
  ) -> MappingModelProperty.Value {
    let path = filled(attributes["sourcekeypath"])
    let mapping = filled(attributes["sourcemappingname"])
    switch (path, mapping) {
    case (nil, nil): return isGenerated ? .generated : .nothing
    case (nil, _?): return .unclear("a mapping without a key path")
    case (_?, nil): return .unclear("a key path without a mapping")
    case (let path?, let mapping?):
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard isGenerated, names.first == "$source", !names.contains("") else {
        return .unclear("a key path that does not begin at the source")
      }
      let rest = names.dropFirst().joined(separator: ".")
      return .expression(
        .function(
          target: .manager, selector: DestinationInstances.ofMapping,
          arguments: [
            .constant(.text(mapping)), rest.isEmpty ? .source : .keyPath(of: .source, rest),
          ]))
    }
  }

  private func archive(_ object: Object, _ key: String) throws(MappingModelError) -> ValueTree? {
    guard let text = object.attributes[key], !text.allSatisfy(\.isWhitespace) else { return nil }
    guard let bytes = Base64.decode(text) else {
      throw MappingModelError(reason: "line \(object.line): \(key) is no base64")
    }
    do {
      guard let archive = KeyedArchive(try PropertyListReader.read(bytes)) else {
        throw MappingModelError(reason: "line \(object.line): \(key) is no keyed archive")
      }
      return try archive.tree()
    } catch let error as MappingModelError {
      throw error
    } catch {
      throw MappingModelError(reason: "line \(object.line): \(key) is broken (\(error))")
    }
  }

  private static func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `Brew.xcdatamodeld/Brew 2.xcdatamodel` is of the version `Brew 2`.
  private static func version(_ path: String?) -> String? {
    let last = path?.split(separator: "/").last.map(String.init)
    let suffix = ".xcdatamodel"
    guard let last, last.hasSuffix(suffix) else { return last }
    return String(last.dropLast(suffix.count))
  }
}
