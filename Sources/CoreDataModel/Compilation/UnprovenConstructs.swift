/// Finds what in a model no real archive of a form was found to compare with (page on model archives).
struct UnprovenConstructs {
  private let model: ManagedObjectModel
  private let form: ModelArchiveForm

  init(model: ManagedObjectModel, form: ModelArchiveForm) {
    self.model = model
    self.form = form
  }

  /// Of the model, then entity by entity, each before its properties.
  var all: [UnprovenConstruct] {
    var reasons = UnprovenConstruct.reasons(settings: model.otherSettings)
    if !model.isCompiled, !model.configurations.isEmpty { reasons.append("configurations") }
    return reasons.map { UnprovenConstruct(reason: $0) } + model.entities.flatMap(constructs)
  }

  private func constructs(in entity: EntityDescription) -> [UnprovenConstruct] {
    var reasons = UnprovenConstruct.reasons(settings: entity.otherSettings, userInfo: entity.userInfo)
    if let name = entity.managedObjectClassName, name.hasSuffix(".") {
      reasons.append("a class without a name")
    }
    reasons += UnprovenIndexes(model: model, form: form).reasons(entity)
    let properties =
      entity.attributes.map { ($0.name, UnprovenAttributes(isCompiled: model.isCompiled).reasons($0)) }
      + entity.relationships.map { ($0.name, self.reasons($0)) }
      + entity.fetchedProperties.map { ($0, ["a fetched property"]) }
    return reasons.map { UnprovenConstruct(entity: entity.name, reason: $0) }
      + properties.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.flatMap { name, reasons in
        reasons.map { UnprovenConstruct(entity: entity.name, property: name, reason: $0) }
      }
  }

  private func reasons(_ relationship: RelationshipDescription) -> [String] {
    var reasons = UnprovenConstruct.reasons(
      settings: relationship.otherSettings, userInfo: relationship.userInfo)
    if relationship.isIndexed { reasons.append("the flag that it is indexed, on a relationship") }
    if !relationship.isToMany, relationship.maxCount != 1 {
      reasons.append("no greatest count, though it is a to-one")
    }
    if form == .compiled, let inverse = model.inverse(of: relationship),
      inverse.declaring != relationship.destinationEntity
    {
      reasons.append("an inverse that its destination inherits")
    }
    return reasons
  }
}
