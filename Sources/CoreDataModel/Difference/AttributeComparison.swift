/// Compares the attributes of an entity with those of its counterpart.
struct AttributeComparison {
  let old: EntityDescription
  let new: EntityDescription
  let models: ModelComparison

  func changes() -> [ModelChange] {
    let olds = models.old.attributes(of: old.name)
    let news = models.new.attributes(of: new.name)
    let oldOf = Dictionary(
      olds.map { ($0.attribute.name, $0.attribute) }, uniquingKeysWith: { one, _ in one })
    let newOf = Dictionary(
      news.map { ($0.attribute.name, $0.attribute) }, uniquingKeysWith: { one, _ in one })
    let (oldProperties, newProperties) = (olds.map(Self.property), news.map(Self.property))
    let match = PropertyMatch(old: oldProperties, new: newProperties)
    var changes = match.ambiguous.map {
      ModelChange(
        .attribute, .ambiguous, entity: new.name, name: $0, storage: false, hash: false,
        obstacle: "several attributes bear this identifier")
    }
    for fate in match.fates(old: oldProperties, of: old.name, new: newProperties, of: new.name) {
      switch fate {
      case .added(let property): newOf[property.name].map { changes.append(added($0)) }
      case .removed(let property): oldOf[property.name].map { changes.append(removed($0)) }
      case .kept(let before, let after):
        guard let earlier = oldOf[before.name], let later = newOf[after.name] else { continue }
        changes += moved(before, after, earlier) + renamed(earlier, later, before.declaring)
        changes += compare(earlier, later, path: [later.name], origin: (before.declaring, [earlier.name]))
      }
    }
    return changes
  }

  private static func property(_ found: (declaring: String, attribute: AttributeDescription))
    -> PropertyMatch.Property
  {
    PropertyMatch.Property(
      declaring: found.declaring, name: found.attribute.name,
      renamingIdentifier: found.attribute.renamingIdentifier, isTransient: found.attribute.isTransient)
  }

  private func added(_ attribute: AttributeDescription) -> ModelChange {
    ModelChange(
      .attribute, .added, entity: new.name, name: attribute.name, storage: !attribute.isTransient,
      hash: models.probe(old.name)?.changes(property: attribute.name, like: new) ?? false,
      obstacle: attribute.needsValue && !attribute.isTransient ? "it is required and has no default" : nil)
  }

  private func removed(_ attribute: AttributeDescription) -> ModelChange {
    ModelChange(
      .attribute, .removed, entity: new.name, name: attribute.name, storage: !attribute.isTransient,
      hash: models.probe(old.name)?.changes(property: attribute.name, like: new) ?? false)
  }

  /// A property that one version declares in an ancestor.
  private func moved(
    _ before: PropertyMatch.Property, _ after: PropertyMatch.Property, _ attribute: AttributeDescription
  ) -> [ModelChange] {
    guard before.declaring != old.name || after.declaring != new.name else { return [] }
    let hash = models.probe(before.declaring)?.changes { entity in
      entity.attributes.removeAll { $0.name == before.name }
    }
    return [
      ModelChange(
        .attribute, .moved, entity: new.name, name: after.name, old: before.declaring, new: after.declaring,
        storage: !(before.isTransient && after.isTransient), hash: hash ?? false)
    ]
  }

  private func renamed(_ earlier: AttributeDescription, _ later: AttributeDescription, _ declaring: String)
    -> [ModelChange]
  {
    guard earlier.name != later.name else { return [] }
    let hash = models.probe(declaring)?.changesAttribute(earlier.name) { $0.name = later.name }
    return [
      ModelChange(
        .attribute, .renamed, entity: new.name, name: later.name, old: earlier.name, new: later.name,
        storage: !(earlier.isTransient && later.isTransient), hash: hash ?? false)
    ]
  }

  /// - Parameters:
  ///   - path: The attribute's name, and below it those of the elements that lead to this one.
  ///   - origin: The same in the old version, with the entity that declares it.
  private func compare(
    _ earlier: AttributeDescription, _ later: AttributeDescription, path: [String],
    origin: (entity: String, path: [String])
  ) -> [ModelChange] {
    func changesHash(_ edit: (inout AttributeDescription) -> Void) -> Bool {
      models.probe(origin.entity)?.changesAttribute(origin.path[0]) {
        $0.edit(at: origin.path.dropFirst(), edit)
      } ?? false
    }
    let name = path.joined(separator: ".")
    var changes: [ModelChange] = []
    for characteristic in AttributeCharacteristic.allCases {
      let (before, after) = (characteristic.text(of: earlier), characteristic.text(of: later))
      guard before != after else { continue }
      changes.append(
        ModelChange(
          .attribute, .changed, entity: new.name, name: name, characteristic: characteristic.rawValue,
          old: before, new: after, storage: characteristic.changesStorage(from: earlier, to: later),
          hash: changesHash { characteristic.copy(from: later, to: &$0) },
          obstacle: characteristic.obstacle(from: earlier, to: later)))
    }
    guard earlier.type == .composite, later.type == .composite else { return changes }
    // Elements are paired by name, as migration pairs them.
    for element in later.compositeElements {
      if let before = earlier.compositeElements.first(where: { $0.name == element.name }) {
        changes += compare(
          before, element, path: path + [element.name],
          origin: (origin.entity, origin.path + [element.name]))
      } else {
        changes.append(
          ModelChange(
            .attribute, .added, entity: new.name, name: "\(name).\(element.name)",
            storage: !later.isTransient, hash: changesHash { $0.compositeElements.append(element) },
            obstacle: !later.isOptional && element.needsValue ? "it is required and has no default" : nil))
      }
    }
    for element in earlier.compositeElements
    where !later.compositeElements.contains(where: { $0.name == element.name }) {
      changes.append(
        ModelChange(
          .attribute, .removed, entity: new.name, name: "\(name).\(element.name)",
          storage: !later.isTransient,
          hash: changesHash { $0.compositeElements.removeAll { $0.name == element.name } }))
    }
    return changes
  }
}

extension AttributeDescription {
  /// Edits the element that `path` leads to; the attribute itself for an empty path.
  fileprivate mutating func edit(at path: ArraySlice<String>, _ edit: (inout AttributeDescription) -> Void) {
    guard let first = path.first else { return edit(&self) }
    guard let place = compositeElements.firstIndex(where: { $0.name == first }) else { return }
    compositeElements[place].edit(at: path.dropFirst(), edit)
  }
}
