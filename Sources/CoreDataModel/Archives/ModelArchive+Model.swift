extension ModelArchive {
  /// Ancestors of one entity. The most seen in XML are 2.
  private static let maximumDepth = 256

  /// The model of what was read; a contradiction in it is told as one of the archive, which has no lines.
  func model(
    name: String, versionIdentifiers: [String], entities: [EntityDescription],
    configurations: [String: [String]], isCompiled: Bool, otherSettings: [String]
  ) throws(ModelError) -> ManagedObjectModel {
    try checkDepth(of: entities)
    do {
      return try ManagedObjectModel(
        name: name, versionIdentifiers: versionIdentifiers, entities: entities,
        configurations: configurations,
        isCompiled: isCompiled, otherSettings: otherSettings)
    } catch {
      guard ModelErrorPlace(of: error) != nil else { throw error }
      throw failure("it contradicts itself: \(error.diagnostic.summary)")
    }
  }

  /// A model asks for the ancestors of each entity; where one is below the other, thousands would take minutes.
  private func checkDepth(of entities: [EntityDescription]) throws(ModelError) {
    // The model itself finds circles, and names them; so few entities can be in no deeper one.
    guard entities.count > Self.maximumDepth else { return }
    var parents: [String: String] = [:]
    for entity in entities { parents[entity.name] = entity.superentity }
    for entity in entities {
      var depth = 0
      var next = entity.superentity
      while let name = next {
        depth += 1
        guard depth <= Self.maximumDepth else {
          throw failure("\(entity.name) has more ancestors than any entity")
        }
        next = parents[name]
      }
    }
  }
}
