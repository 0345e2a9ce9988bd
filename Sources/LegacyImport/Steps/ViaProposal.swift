import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics

/// Looks for versions between source and target by which renamings lead from one to the next, where a direct step finds
/// no counterpart and would drop something.
struct ViaProposal {
  let source: RecognisedModel
  let target: GivenVersion
  /// Of the model that was given.
  let versions: [GivenVersion]

  private struct Way {
    /// Of the versions in between.
    let names: [String]
    /// What it carries over: entities, and attributes of exact entities.
    let kept: Set<[String]>
  }

  /// The obstacles of a direct step, with the way around those that one was found for.
  func extended(_ obstacles: [Diagnostic]) -> [Diagnostic] {
    guard obstacles.contains(where: isLoss) else { return obstacles }
    let direct = way([])
    var best: (way: Way, solved: Set<Int>)?
    for names in candidates {
      let way = way(names)
      // Another loss would be no way out.
      guard way.kept.isSuperset(of: direct.kept) else { continue }
      let solved = Set(obstacles.indices.filter { isLoss(obstacles[$0]) && keeps(obstacles[$0], way) })
      if solved.count > best?.solved.count ?? 0 { best = (way, solved) }
    }
    guard let best else { return obstacles }
    return obstacles.enumerated().map { index, obstacle in
      guard best.solved.contains(index) else { return obstacle }
      var obstacle = obstacle
      obstacle.recovery.insert(
        "Keep it with --via \(best.way.names.joined(separator: ",")): renamings lead there from version "
          + "to version.", at: 0)
      return obstacle
    }
  }

  /// One version, then all of them: the fewest that do are proposed.
  private var candidates: [[GivenVersion]] {
    let isKnown = versions.contains { $0.name == source.name }
    let between = versions.filter { version in
      VersionOrder.precedes(version.name, target.name) && !version.name.contains(",")
        && (!isKnown || VersionOrder.precedes(source.name, version.name))
    }.sorted { VersionOrder.precedes($0.name, $1.name) }
    return between.map { [$0] } + (between.count > 1 ? [between] : [])
  }

  private func isLoss(_ obstacle: Diagnostic) -> Bool {
    [.entityDropped, .attributeDropped, .relationshipDropped].contains(obstacle.id)
  }

  private func way(_ stops: [GivenVersion]) -> Way {
    let models = [source.model] + stops.map(\.model) + [target.model]
    let plans = zip(models, models.dropFirst()).map { MappingInference.plan(from: $0, to: $1) }
    var kept: Set<[String]> = []
    for mapping in plans.first?.entities ?? [] {
      var (entity, places) = (Optional(mapping.source), [PropertyKey: PropertyKey]())
      for key in source.model.attributes(of: mapping.source).map({
        PropertyKey($0.declaring, $0.attribute.name)
      }) {
        places[key] = key
      }
      for plan in plans {
        guard let step = entity.flatMap({ plan.mapping(ofSource: $0) }) else { break }
        let pairs = Dictionary(
          step.attributes.filter { !$0.isNew }.compactMap { pair in pair.source.map { ($0, pair.destination) }
          },
          uniquingKeysWith: { first, _ in first })
        places = places.compactMapValues { pairs[$0] }
        entity = step.destination
      }
      guard entity != nil else { continue }
      kept.insert([mapping.source])
      for key in places.keys { kept.insert([mapping.source, key.entity, key.name]) }
    }
    for entity in source.model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        if !LinkWalk(from: key, plans).ends.isEmpty { kept.insert([entity.name, relationship.name]) }
      }
    }
    return Way(names: stops.map(\.name), kept: kept)
  }

  private func keeps(_ obstacle: Diagnostic, _ way: Way) -> Bool {
    guard let entity = obstacle.subject.entity else { return false }
    guard let property = obstacle.subject.property else { return way.kept.contains([entity]) }
    if obstacle.id == .relationshipDropped { return way.kept.contains([entity, property]) }
    let concrete = source.model.subtree(of: entity).filter { source.model.entity($0)?.isAbstract == false }
    return !concrete.isEmpty && concrete.allSatisfy { way.kept.contains([$0, entity, property]) }
  }
}
