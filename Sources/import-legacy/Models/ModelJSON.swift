import CoreDataModel
import JSON

/// What `model show --json` prints. Every key is always there.
struct ModelJSON {
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) { self.model = model }

  var value: JSONValue {
    [
      "version": .string(model.name),
      "versionIdentifiers": strings(model.versionIdentifiers.filter { !$0.isEmpty }),
      "entities": .array(model.entities.map(entity)),
      "configurations": .object(model.configurations.mapValues { strings($0.sortedByBytes) }),
    ]
  }

  /// Null for a value that is no text.
  private func userInfo(_ info: [String: UserInfoValue]) -> JSONValue {
    .object(info.mapValues { JSONValue.optional($0.text) })
  }

  private func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  private func entity(_ entity: EntityDescription) -> JSONValue {
    [
      "name": .string(entity.name),
      "parent": .optional(entity.superentity),
      "abstract": .bool(entity.isAbstract),
      "class": .optional(entity.managedObjectClassName),
      "renamingIdentifier": .optional(entity.renamingIdentifier),
      "hashModifier": .optional(entity.versionHashModifier),
      "attributes": .array(entity.attributes.sortedByBytes(\.name).map(attribute)),
      "relationships": .array(entity.relationships.sortedByBytes(\.name).map(relationship)),
      "fetchedProperties": strings(entity.fetchedProperties.sortedByBytes),
      "uniquenessConstraints": .array(entity.uniquenessConstraints.map(strings)),
      "compoundIndexes": .array(entity.compoundIndexes.map(strings)),
      "fetchIndexes": .array(entity.fetchIndexes.sortedByBytes(\.name).map(index)),
      "userInfo": userInfo(entity.userInfo),
    ]
  }

  private func attribute(_ attribute: AttributeDescription) -> JSONValue {
    [
      "name": .string(attribute.name),
      "type": .string(attribute.type.modelName),
      "optional": .bool(attribute.isOptional),
      "transient": .bool(attribute.isTransient),
      "default": attribute.defaultValue.map { defaultValue($0, attribute.type) } ?? .null,
      "minimum": attribute.minimumValue.map(JSONValue.real) ?? .null,
      "maximum": attribute.maximumValue.map(JSONValue.real) ?? .null,
      "pattern": .optional(attribute.regularExpression),
      "externalStorage": .bool(attribute.allowsExternalBinaryDataStorage),
      "preservedAfterDeletion": .bool(attribute.preservesValueInHistoryOnDeletion),
      "valueTransformer": .optional(attribute.valueTransformerName),
      "valueClass": .optional(attribute.attributeValueClassName),
      "derivation": .optional(attribute.derivationExpression),
      "elements": .array(attribute.compositeElements.sortedByBytes(\.name).map(self.attribute)),
      "indexed": .bool(attribute.isIndexed),
      "spotlight": .bool(attribute.isIndexedBySpotlight),
      "cloudEncryption": .bool(attribute.allowsCloudEncryption),
      "userInfo": userInfo(attribute.userInfo),
      "renamingIdentifier": .optional(attribute.renamingIdentifier),
      "hashModifier": .optional(attribute.versionHashModifier),
    ]
  }

  /// As a store holds it, but for Booleans and UUIDs.
  private func defaultValue(_ value: DefaultValue, _ type: AttributeType) -> JSONValue {
    switch value {
    case .integer(let number): type == .boolean ? .bool(number != 0) : .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .string(text)
    case .decimal, .blob: .string(value.text(of: type))
    }
  }

  private func relationship(_ relationship: RelationshipDescription) -> JSONValue {
    [
      "name": .string(relationship.name),
      "destination": .string(relationship.destinationEntity),
      "inverse": .optional(relationship.inverseName),
      "toMany": .bool(relationship.isToMany),
      "ordered": .bool(relationship.isOrdered),
      "optional": .bool(relationship.isOptional),
      "transient": .bool(relationship.isTransient),
      "minimumCount": .integer(Int64(Int32(bitPattern: relationship.minCount))),
      "maximumCount": .integer(Int64(Int32(bitPattern: relationship.maxCount))),
      "deleteRule": .string(relationship.deleteRule.modelName),
      "indexed": .bool(relationship.isIndexed),
      "userInfo": userInfo(relationship.userInfo),
      "renamingIdentifier": .optional(relationship.renamingIdentifier),
      "hashModifier": .optional(relationship.versionHashModifier),
    ]
  }

  private func index(_ index: FetchIndexDescription) -> JSONValue {
    [
      "name": .string(index.name),
      "partial": .bool(index.hasPartialPredicate),
      "elements": .array(
        index.elements.map {
          [
            "property": .optional($0.property), "ascending": .bool($0.isAscending),
            "rtree": .bool($0.isRTree),
          ]
        }),
    ]
  }
}
