/// The entity, and the property where it is one, that a contradiction in a model is about.
struct ModelErrorPlace: Hashable {
  let entity: String
  let property: String?

  init(entity: String, property: String?) {
    self.entity = entity
    self.property = property
  }

  /// - Returns: nil for an error that is no contradiction among entities, or that names its line itself.
  init?(of error: ModelError) {
    switch error {
    case .duplicateEntity(_, let entity), .unknownSuperentity(_, let entity, _),
      .cyclicInheritance(_, let entity), .deepInheritance(_, let entity), .sameTable(_, let entity, _):
      self.init(entity: entity, property: nil)
    case .unusableName(_, let entity, let property):
      self.init(entity: entity, property: property)
    case .duplicateProperty(_, let entity, let property):
      self.init(entity: entity, property: property)
    case .unknownDestination(_, let entity, let relationship, _),
      .unknownInverse(_, let entity, let relationship, _),
      .oneSidedInverse(_, let entity, let relationship, _):
      self.init(entity: entity, property: relationship)
    case .notFound, .notAModel, .unsupportedForm, .unreadable, .failed, .invalid, .noCurrentVersion,
      .noSuchVersion, .inconsistent:
      return nil
    }
  }
}
