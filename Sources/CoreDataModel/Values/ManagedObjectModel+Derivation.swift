extension ManagedObjectModel {
  /// Whether rows and links give the attribute's value back at any time, so that losing it loses nothing. The value of
  /// any other derived attribute, a time of change for one, is data like everything else.
  package func canBeWorkedOut(_ key: PropertyKey) -> Bool { derivation(of: key)?.isComputable ?? false }

  /// How the attribute's value follows from others; nil for one that is not derived, or not stored.
  ///
  /// - Parameter key: an attribute, by the entity that declares it.
  package func derivation(of key: PropertyKey) -> Derivation? {
    guard let attribute = entity(key.entity)?.attributes.first(where: { $0.name == key.name }),
      let expression = attribute.derivationExpression, !attribute.isTransient
    else { return nil }
    let path = expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count == 2, attribute.type != .composite, !attribute.allowsExternalBinaryDataStorage,
      let (declaring, relationship) = relationships(of: key.entity).first(where: {
        $0.relationship.name == path[0]
      }), !relationship.isTransient
    else { return .other }
    let link = PropertyKey(declaring, relationship.name)
    if path[1] == "@count" {
      return relationship.isToMany && isWhole(relationship) ? .count(link) : .other
    }
    guard !relationship.isToMany,
      let far = attributes(of: relationship.destinationEntity).first(where: { $0.attribute.name == path[1] }),
      Self.isSame(far.attribute, attribute)
    else { return .other }
    return .value(through: link, attribute: PropertyKey(far.declaring, far.attribute.name))
  }

  /// An inverse declared above the destination links objects of other kin as well, which this relationship does not
  /// lead to.
  private func isWhole(_ relationship: RelationshipDescription) -> Bool {
    inverse(of: relationship).map { $0.declaring == relationship.destinationEntity } ?? true
  }

  /// Whether the cell at the other end can be taken as it is.
  private static func isSame(_ far: AttributeDescription, _ own: AttributeDescription) -> Bool {
    let integers: Set<AttributeType> = [.integer16, .integer32, .integer64]
    return !far.isTransient && !far.isDerived && !far.allowsExternalBinaryDataStorage
      && far.type != .composite
      && (far.type == own.type || integers.isSuperset(of: [far.type, own.type]))
  }
}
