import CoreDataModel

/// Says in a step of a mapping file what a mapping model says. What inference does by itself is left out, but for what
/// would differ: there, what the mapping model leaves behind is said, so that nothing goes in silence.
package struct MappingModelTranslator {
  let mappingModel: CoreDataMappingModel
  let plan: MigrationPlan

  var source: ManagedObjectModel { plan.source }
  var destination: ManagedObjectModel { plan.destination }

  /// - Parameters:
  ///   - source: the version that the mapping model leads from.
  ///   - destination: the version that it leads to.
  package static func translate(
    _ mappingModel: CoreDataMappingModel, from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> MappingModelTranslation {
    MappingModelTranslator(
      mappingModel: mappingModel, plan: MappingInference.plan(from: source, to: destination)
    ).translation()
  }

  private func translation() -> MappingModelTranslation {
    var result = MappingModelTranslation(step: MappingStep(), openQuestions: [], pairs: [])
    result.step.from = Located(source.name)
    result.step.to = Located(destination.name)
    for mapping in mappingModel.entityMappings { translate(mapping, &result) }
    leaveBehind(&result)
    return result
  }

  private func translate(_ mapping: MappingModelEntity, _ result: inout MappingModelTranslation) {
    if let name = mapping.policyClassName {
      result.openQuestions.append(OpenQuestion(.policyClass, of: mapping, text: name))
    }
    // Without a source nothing is fetched, so that no row comes about.
    guard mapping.kind != .remove, let from = mapping.source, let name = mapping.destination else { return }
    let pair = MappingModelTranslation.Pair(source: from, destination: name)
    // No row is of an abstract entity.
    if source.entity(from)?.isAbstract == true { return }
    let isRepeated = result.pairs.contains(pair)
    result.pairs.append(pair)
    var rule = EntityRule(name: Located(name, at: mapping.place))
    rule.from = [Located(from, at: mapping.place)]
    guard source.entity(from) != nil, let entity = destination.entity(name), !entity.isAbstract else {
      // The names are wrong for these versions; the check of mapping files tells.
      result.step.entities.append(Located(rule, at: mapping.place))
      return
    }
    var translator = EntityMappingTranslator(
      translator: self, mapping: mapping, source: from, destination: name, rule: rule)
    translator.translate()
    result.openQuestions += translator.openQuestions
    if translator.isSaying || isRepeated {
      result.step.entities.append(Located(translator.rule, at: mapping.place))
    }
  }

  /// Rows that inference would carry over and no entity mapping takes are left behind by Core Data.
  private func leaveBehind(_ result: inout MappingModelTranslation) {
    for inferred in plan.entities {
      guard let name = inferred.destination,
        !result.pairs.contains(.init(source: inferred.source, destination: name))
      else { continue }
      let others = result.pairs.filter { $0.source == inferred.source }.map(\.destination)
      // Rules are told apart by their places.
      let place = MappingPlace(path: MappingModelEntity.name(source: inferred.source, destination: name))
      var rule = EntityRule(name: Located(name, at: place))
      rule.from = [Located(inferred.source, at: place)]
      rule.condition = Located("0", at: place)
      let notes =
        others.isEmpty
        ? [
          "No entity mapping takes rows of \(inferred.source): Core Data leaves them behind.",
          "Write `where: 1` to keep them.",
        ]
        : [
          "No entity mapping makes rows of \(name) from rows of \(inferred.source).",
          "They become rows of \(others.joined(separator: ", ")).",
        ]
      result.step.entities.append(Located(rule, at: place, notes: notes))
    }
  }
}
