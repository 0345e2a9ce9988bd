import PropertyLists

/// Reads a compiled mapping model: a keyed archive of an `NSMappingModel`.
enum CompiledMappingModelReader {
  /// `NSEntityMappingType`, a public enumeration.
  private static let kinds: [MappingModelEntity.Kind] = [
    .undefined, .custom, .add, .remove, .copy, .transform,
  ]

  static func read(_ bytes: [UInt8]) throws(MappingModelError) -> CoreDataMappingModel {
    let root: ValueTree
    do {
      guard let archive = KeyedArchive(try PropertyListReader.read(bytes)) else {
        throw MappingModelError(reason: "it is no keyed archive")
      }
      guard archive.className(of: archive.root) == "NSMappingModel" else {
        throw MappingModelError(reason: "it is an archive of something else")
      }
      root = try archive.tree()
    } catch let error as PropertyListError {
      throw MappingModelError(reason: "its property list is broken (\(error))")
    } catch let error as MappingModelError {
      throw error
    } catch {
      throw MappingModelError(reason: "\(error)")
    }
    guard let members = root["NSEntityMappings"]?.members else {
      throw MappingModelError(reason: "it has no list of entity mappings")
    }
    var mappings: [MappingModelEntity] = []
    for member in members { mappings.append(try entity(member)) }
    return CoreDataMappingModel(entityMappings: mappings)
  }

  private static func entity(_ value: ValueTree) throws(MappingModelError) -> MappingModelEntity {
    guard case .object("NSEntityMapping", _) = value, let name = value["NSMappingName"]?.text else {
      throw MappingModelError(reason: "an entity mapping is none")
    }
    let source = value["NSSourceEntityName"]?.text
    var mapping = MappingModelEntity(
      name: name, source: source, destination: value["NSDestinationEntityName"]?.text,
      place: MappingPlace(path: name))
    guard case .integer(let code)? = value["NSMappingType"], kinds.indices.contains(Int(clamping: code))
    else {
      throw MappingModelError(reason: "the entity mapping \(name) is of no known type")
    }
    mapping.kind = kinds[Int(code)]
    mapping.sourceVersionHash = value["NSSourceEntityVersionHash"]?.bytes
    mapping.destinationVersionHash = value["NSDestinationEntityVersionHash"]?.bytes
    mapping.policyClassName = value["NSEntityMigrationPolicyClassName"]?.text.flatMap {
      $0.isEmpty ? nil : $0
    }
    mapping.filter = filter(value["NSSourceExpression"], of: source)
    mapping.attributes = try properties(value["NSAttributeMappings"], of: name)
    mapping.relationships = try properties(value["NSRelationshipMappings"], of: name)
    mapping.userInfoKeys = value["NSUserInfo"]?.keys.sorted() ?? []
    return mapping
  }

  private static func properties(
    _ list: ValueTree?, of mapping: String
  ) throws(MappingModelError) -> [MappingModelProperty] {
    guard let list, list != .null else { return [] }
    guard let members = list.members else {
      throw MappingModelError(reason: "the properties of the entity mapping \(mapping) are no list")
    }
    var properties: [MappingModelProperty] = []
    for member in members {
      guard let name = member["NSDestinationPropertyName"]?.text else {
        throw MappingModelError(reason: "a property of the entity mapping \(mapping) has no name")
      }
      properties.append(
        MappingModelProperty(
          name,
          ArchivedExpressionReader.expression(member["NSValueExpression"]).map { .expression($0) }
            ?? .nothing,
          at: MappingPlace(path: "\(mapping).\(name)")))
    }
    return properties
  }

  /// `fetchRequestForSourceEntityNamed:predicateString:` of the source entity is what Xcode writes.
  private static func filter(_ value: ValueTree?, of source: String?) -> MappingModelEntity.Filter {
    guard let source else { return .all }
    guard let value, case .object("NSFetchRequestExpression", _) = value,
      case .function(.manager, "fetchRequestForSourceEntityNamed:predicateString:", let arguments)? =
        ArchivedExpressionReader.expression(value["NSFRExpression"]),
      arguments.count == 2, arguments[0] == .constant(.text(source)),
      case .constant(.text(let predicate)) = arguments[1],
      ArchivedExpressionReader.expression(value["NSMOCExpression"])
        == .keyPath(of: .manager, "sourceContext")
    else { return .other }
    return predicate == "TRUEPREDICATE" ? .all : .predicate(predicate)
  }
}
