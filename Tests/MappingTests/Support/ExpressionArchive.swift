import PropertyLists

@testable import CoreDataMapping

/// Archives as Foundation writes them.
struct ExpressionArchive {
  private var builder = KeyedArchiveBuilder()

  static func bytes(_ expression: ArchivedExpression) -> [UInt8] {
    var archive = ExpressionArchive()
    let root = archive.expression(expression)
    return archive.builder.bytes(root: root)
  }

  /// A compiled mapping model of one entity mapping.
  static func compiled(
    _ mapping: MappingModelEntity, kind: Int64,
    fetch selector: String = "fetchRequestForSourceEntityNamed:predicateString:",
    predicate: String
  ) -> [UInt8] {
    var archive = ExpressionArchive()
    let fetch = archive.object(
      "NSFetchRequestExpression",
      [
        (
          "NSFRExpression",
          archive.expression(
            .function(
              target: .manager, selector: selector,
              arguments: [.constant(.text(mapping.source ?? "")), .constant(.text(predicate))]))
        ), ("NSMOCExpression", archive.expression(.keyPath(of: .manager, "sourceContext"))),
      ])
    let attributes = archive.properties(mapping.attributes)
    let relationships = archive.properties(mapping.relationships)
    let entity = archive.object(
      "NSEntityMapping",
      [
        ("NSMappingName", archive.builder.string(mapping.name)), ("NSMappingType", .integer(kind)),
        ("NSSourceEntityName", archive.builder.string(mapping.source)),
        ("NSDestinationEntityName", archive.builder.string(mapping.destination)),
        (
          "NSSourceEntityVersionHash", mapping.sourceVersionHash.map { .data($0) } ?? KeyedArchiveBuilder.null
        ),
        (
          "NSDestinationEntityVersionHash",
          mapping.destinationVersionHash.map { .data($0) } ?? KeyedArchiveBuilder.null
        ), ("NSEntityMigrationPolicyClassName", archive.builder.string(mapping.policyClassName)),
        ("NSSourceExpression", fetch), ("NSAttributeMappings", attributes),
        ("NSRelationshipMappings", relationships), ("NSUserInfo", KeyedArchiveBuilder.null),
      ])
    let root = archive.object("NSMappingModel", [("NSEntityMappings", archive.array([entity]))])
    return archive.builder.bytes(root: root)
  }

  private mutating func properties(_ properties: [MappingModelProperty]) -> PropertyList {
    let members = properties.map { property in
      var value = KeyedArchiveBuilder.null
      if case .expression(let expression) = property.value { value = self.expression(expression) }
      return object(
        "NSPropertyMapping",
        [("NSDestinationPropertyName", builder.string(property.name)), ("NSValueExpression", value)])
    }
    return array(members)
  }

  private mutating func expression(_ expression: ArchivedExpression) -> PropertyList {
    switch expression {
    case .variable(let name): return object("NSVariableExpression", [("NSVariable", builder.string(name))])
    case .keyPath(let owner, let path):
      let specifier = object("NSKeyPathSpecifierExpression", [("NSKeyPath", builder.string(path))])
      return object(
        "NSKeyPathExpression",
        [("NSOperand", self.expression(owner)), ("NSArguments", array([specifier]))])
    case .constant(let value):
      return object("NSConstantValueExpression", [("NSConstantValue", constant(value))])
    case .classNamed(let name):
      return object("NSConstantValueExpression", [("NSConstantValueClassName", builder.string(name))])
    case .function(let target, let selector, let arguments):
      let members = arguments.map { self.expression($0) }
      return object(
        "NSFunctionExpression",
        [
          ("NSOperand", self.expression(target)), ("NSSelectorName", builder.string(selector)),
          ("NSArguments", array(members)),
        ])
    case .other(let name): return object(name, [])
    }
  }

  private mutating func constant(_ value: ArchivedExpression.Constant) -> PropertyList {
    switch value {
    case .null: KeyedArchiveBuilder.null
    case .boolean(let flag): builder.number(.boolean(flag))
    case .integer(let number): builder.number(.integer(number))
    case .real(let number): builder.number(.real(number))
    case .text(let text): builder.string(text)
    case .date(let seconds): object("NSDate", [("NS.time", .real(seconds))])
    case .data(let bytes): .data(bytes)
    case .other(let name): object(name, [])
    }
  }

  private mutating func array(_ members: [PropertyList]) -> PropertyList {
    object("NSMutableArray", [("NS.objects", .array(members))])
  }

  private mutating func object(_ name: String, _ entries: [(String, PropertyList)]) -> PropertyList {
    builder.object(.init(name), entries.map { PropertyList.Entry($0.0, $0.1) })
  }
}
