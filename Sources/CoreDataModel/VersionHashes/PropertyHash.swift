import Digests

/// The part of an entity's version hash that one property makes: 32 bytes. Transient ones make none.
enum PropertyHash {
  static func hash(of attribute: AttributeDescription) -> [UInt8] {
    if let expression = attribute.derivationExpression {
      return sha256(Array(DerivationExpression(expression).printed.utf8))
    }
    if attribute.type == .composite {
      let elements = attribute.compositeElements.sorted {
        $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
      }
      return sha256(elements.flatMap { hash(of: $0) })
    }
    var bytes = base(
      name: attribute.name, isOptional: attribute.isOptional, modifier: attribute.versionHashModifier)
    bytes.append(littleEndian: attribute.type.rawValue)
    if attribute.allowsExternalBinaryDataStorage { bytes.append(1) }
    if attribute.preservesValueInHistoryOnDeletion { bytes.append(1) }
    return sha256(bytes)
  }

  static func hash(of relationship: RelationshipDescription, in entity: String) -> [UInt8] {
    var bytes = base(
      name: relationship.name, isOptional: relationship.isOptional,
      modifier: relationship.versionHashModifier)
    bytes += relationship.destinationEntity.utf8
    if !relationship.isSelfInverse(in: entity) {
      bytes += (relationship.inverseName ?? "").utf8
    }
    bytes.append(littleEndian: relationship.maxCount)
    bytes.append(littleEndian: relationship.minCount)
    if relationship.isOrdered { bytes += [1, 0] }
    return sha256(bytes)
  }

  private static func base(name: String, isOptional: Bool, modifier: String?) -> [UInt8] {
    // The third field is the transient flag, which is 0 for everything that is hashed.
    sha256(Array(name.utf8) + [isOptional ? 1 : 0, 0] + Array((modifier ?? "").utf8))
  }
}

extension RelationshipDescription {
  /// Whether both ends are this one relationship.
  func isSelfInverse(in entity: String) -> Bool {
    inverseName == name && destinationEntity == entity && (inverseEntity ?? entity) == entity
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
