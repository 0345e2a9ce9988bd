import XMLTree

/// Reads a model version's `contents`, the XML that Xcode writes.
///
/// Elements, attributes and what their absence means follow section 5 of the project's page on the format.
/// What affects neither a store nor its migration, nor leaves a trace in a compiled model (code generation, positions
/// on the canvas) is left out; what is not read otherwise (fetch requests) is named.
package struct ManagedObjectModelReader {
  package struct Reading: Sendable {
    package let model: ManagedObjectModel
    /// In document order.
    package let warnings: [ModelWarning]
  }

  private let path: String
  private var warnings: [ModelWarning] = []
  /// Lines of entities and of their properties, for contradictions found once everything is read.
  private var lines: [ModelErrorPlace: Int] = [:]

  private init(path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - contents: The bytes of `contents`.
  ///   - name: The version's name.
  ///   - path: For messages only.
  /// - Throws: `ModelError`, with the line where there is one.
  package static func read(
    _ contents: [UInt8], name: String, path: String
  ) throws(ModelError) -> Reading {
    var reader = ManagedObjectModelReader(path: path)
    let document: XMLDocument
    do {
      document = try XMLDocument(parsing: contents)
    } catch {
      throw ModelError.unreadable(path: path, line: error.line, reason: "\(error)")
    }
    guard document.root.name == "model" else { throw ModelError.notAModel(path: path) }
    let model = try reader.model(ModelElement(element: document.root, path: path), name: name)
    return Reading(model: model, warnings: reader.warnings)
  }

  private mutating func model(
    _ root: ModelElement, name: String
  ) throws(ModelError) -> ManagedObjectModel {
    var attributes = try AttributeReader(composites: root.children("composite"))
    var entities: [EntityDescription] = []
    for element in root.children("entity") {
      entities.append(try entity(element, attributes: &attributes))
    }
    warnings += attributes.warnings
    let configurations = try configurations(root, entities: Set(entities.map(\.name)))
    do {
      return try ManagedObjectModel(
        name: name,
        versionIdentifiers: [root.element.attribute("userDefinedModelVersionIdentifier") ?? ""],
        entities: entities,
        configurations: configurations,
        otherSettings: root.otherSettings(beyond: .model))
    } catch {
      guard let place = ModelErrorPlace(of: error) else { throw error }
      // A property that only ancestors declare has no line in the entity itself.
      let line = lines[place] ?? lines[ModelErrorPlace(entity: place.entity, property: nil)] ?? root.line
      throw ModelError.inconsistent(path: path, line: line, cause: error)
    }
  }

  private mutating func entity(
    _ plain: ModelElement, attributes: inout AttributeReader
  ) throws(ModelError) -> EntityDescription {
    var element = plain
    let name = try element.required("name")
    element.entity = name
    lines[ModelErrorPlace(entity: name, property: nil)] = element.line
    var entity = EntityDescription(name: name)
    entity.managedObjectClassName = element.text("representedClassName")
    entity.superentity = element.text("parentEntity")
    entity.isAbstract = try element.flag("isAbstract")
    entity.renamingIdentifier = renamingIdentifier(element)
    entity.versionHashModifier = element.text("versionHashModifier")
    entity.userInfo = element.userInfo
    entity.otherSettings = element.otherSettings(beyond: .entity)
    for child in element.children("attribute") {
      let attribute = try attributes.attribute(child)
      entity.attributes.append(attribute)
      lines[ModelErrorPlace(entity: name, property: attribute.name)] = child.line
      noteRenamingIdentifier(child, property: attribute.name)
    }
    for child in element.children("relationship") {
      let relationship = try RelationshipReader.relationship(child)
      entity.relationships.append(relationship)
      lines[ModelErrorPlace(entity: name, property: relationship.name)] = child.line
      noteRenamingIdentifier(child, property: relationship.name)
    }
    for child in element.children("fetchedProperty") {
      let property = try child.required("name")
      entity.fetchedProperties.append(property)
      lines[ModelErrorPlace(entity: name, property: property)] = child.line
    }
    entity.uniquenessConstraints = try IndexReader.uniquenessConstraints(element)
    entity.compoundIndexes = try IndexReader.compoundIndexes(element)
    entity.fetchIndexes = try IndexReader.fetchIndexes(element)
    return entity
  }

  private mutating func renamingIdentifier(_ element: ModelElement) -> String? {
    noteRenamingIdentifier(element, property: nil)
    return element.renamingIdentifier
  }

  private mutating func noteRenamingIdentifier(_ element: ModelElement, property: String?) {
    guard element.usesForeignRenamingIdentifier else { return }
    warnings.append(
      .renamingIdentifierSpelling(
        entity: element.entity ?? "", property: property, line: element.line))
  }

  private mutating func configurations(
    _ root: ModelElement, entities: Set<String>
  ) throws(ModelError) -> [String: [String]] {
    var configurations: [String: [String]] = [:]
    for element in root.children("configuration") {
      let name = try element.required("name")
      var members: [String] = []
      for member in element.children("memberEntity") {
        let entity = try member.required("name")
        if entities.contains(entity) {
          members.append(entity)
        } else {
          warnings.append(
            .unknownConfigurationMember(configuration: name, entity: entity, line: member.line))
        }
      }
      guard configurations.updateValue(members, forKey: name) == nil else {
        throw element.invalid("a configuration of the same name stands before")
      }
    }
    return configurations
  }
}
