extension ManagedObjectModel {
  /// The attribute, or the leaf of a composite one, that an entity declares itself under this key.
  package func storedAttribute(_ key: PropertyKey) -> AttributeDescription? {
    let path = key.name.split(separator: ".", maxSplits: 1).map(String.init)
    let attribute = entity(key.entity)?.attributes.first { $0.name == path.first }
    guard path.count > 1 else { return attribute }
    return attribute?.compositeElements.first { $0.name == path[1] }
  }
}
