import CoreDataModel

/// The names of all that a model stores.
struct ModelExtent: Hashable {
  private let entities: Set<String>
  private let properties: Set<PropertyKey>

  init(_ model: ManagedObjectModel) {
    entities = Set(model.entities.map(\.name))
    properties = Set(
      model.entities.flatMap { entity in
        entity.attributes.filter { !$0.isTransient }.map { PropertyKey(entity.name, $0.name) }
          + entity.relationships.filter { !$0.isTransient }.map { PropertyKey(entity.name, $0.name) }
      })
  }

  /// Whether it has everything the other has, and more.
  func isLarger(than other: ModelExtent) -> Bool {
    entities.isSuperset(of: other.entities) && properties.isSuperset(of: other.properties)
      && self != other
  }
}
