import CoreDataModel

/// A mapping model of Core Data as it is written: what Xcode's editor keeps, or what it compiles that to.
package struct CoreDataMappingModel: Sendable, Hashable {
  /// The order in which Core Data works through them.
  package var entityMappings: [MappingModelEntity]
  /// The name of the version that the editor was given as source; nil in a compiled one, which has hashes instead.
  package var sourceVersion: String?
  package var destinationVersion: String?

  package init(
    entityMappings: [MappingModelEntity], sourceVersion: String? = nil, destinationVersion: String? = nil
  ) {
    self.entityMappings = entityMappings
    self.sourceVersion = sourceVersion
    self.destinationVersion = destinationVersion
  }

  /// Several mapping models of one step, which an app works through one after the other with one migration manager to
  /// need less memory. Rows that one of them takes are not left behind.
  ///
  /// - Parameter parts: at least one, from and to the same versions.
  package init?(joining parts: [CoreDataMappingModel]) {
    guard let first = parts.first else { return nil }
    self.init(
      entityMappings: parts.flatMap(\.entityMappings), sourceVersion: first.sourceVersion,
      destinationVersion: first.destinationVersion)
  }

  /// The versions among these that it leads from: those whose entities have the hashes that it names, else those of the
  /// name that it names.
  package func sources(among models: [ManagedObjectModel]) -> [ManagedObjectModel] {
    versions(among: models, named: sourceVersion, entity: \.source, hash: \.sourceVersionHash)
  }

  /// As `sources`, for the version that it leads to.
  package func destinations(among models: [ManagedObjectModel]) -> [ManagedObjectModel] {
    versions(among: models, named: destinationVersion, entity: \.destination, hash: \.destinationVersionHash)
  }

  private func versions(
    among models: [ManagedObjectModel], named name: String?,
    entity: KeyPath<MappingModelEntity, String?>, hash: KeyPath<MappingModelEntity, [UInt8]?>
  ) -> [ManagedObjectModel] {
    let hashed = entityMappings.compactMap { mapping in
      mapping[keyPath: entity].flatMap { entity in mapping[keyPath: hash].map { (entity, $0) } }
    }
    guard hashed.isEmpty else {
      return models.filter { model in
        let hashes = VersionHash.hashes(of: model)
        return hashed.allSatisfy { hashes[$0.0] == $0.1 }
      }
    }
    return models.filter { $0.name == name }
  }
}
