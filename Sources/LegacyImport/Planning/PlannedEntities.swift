import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports

/// What becomes of each entity of either version, and why.
struct PlannedEntities {
  private let plan: MigrationPlan
  private let keys: OldIDMap
  /// How many mappings start from a source entity, and lead to a destination entity.
  private let starts: [String: Int]
  private let arrivals: [String: Int]

  init(_ context: MigrationContext) {
    plan = context.plan
    keys = context.keys
    let carried = plan.entities.filter { $0.destination != nil }
    starts = Dictionary(carried.map { ($0.source, 1) }, uniquingKeysWith: +)
    arrivals = Dictionary(carried.compactMap { $0.destination }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  var list: [PlannedEntity] { plan.entities.map(planned) + abstract + new }

  private func planned(_ mapping: EntityMapping) -> PlannedEntity {
    let rows = keys.entry(ofSource: mapping.source)?.keys.count ?? 0
    guard let destination = mapping.destination else {
      let why =
        switch mapping.dropped {
        case .abstract(let name): "\(name) is abstract now: no object can be of it"
        default: "\(plan.destination.name) has nothing of its name or renaming identifier"
        }
      return PlannedEntity(source: mapping.source, destination: nil, rows: rows, fate: .dropped, why: why)
    }
    let reason = reason(mapping.source, destination)
    let fate: PlannedEntity.Fate
    var why = reason
    if starts[mapping.source] ?? 0 > 1 {
      fate = .split
      why += "; its rows become several"
    } else if arrivals[destination] ?? 0 > 1 {
      fate = .merged
      why += "; rows of others become \(destination) too"
    } else {
      fate = mapping.source == destination ? .kept : .renamed
    }
    return PlannedEntity(
      source: mapping.source, destination: destination, rows: rows, fate: fate, why: why)
  }

  private var abstract: [PlannedEntity] {
    let destinationOf = Dictionary(
      plan.pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    return plan.source.entities.filter(\.isAbstract).map { entity in
      guard let destination = destinationOf[entity.name] else {
        return PlannedEntity(
          source: entity.name, destination: nil, isAbstract: true, rows: 0, fate: .dropped,
          why: "\(plan.destination.name) has nothing of its name or renaming identifier")
      }
      return PlannedEntity(
        source: entity.name, destination: destination, isAbstract: true, rows: 0,
        fate: entity.name == destination ? .kept : .renamed, why: reason(entity.name, destination))
    }
  }

  private var new: [PlannedEntity] {
    plan.destination.entities.filter { arrivals[$0.name] == nil && plan.pairs[$0.name] == nil }.map {
      PlannedEntity(
        source: nil, destination: $0.name, isAbstract: $0.isAbstract, rows: 0, fate: .new,
        why: "\(plan.source.name) has nothing of its name or renaming identifier")
    }
  }

  private func reason(_ source: String, _ destination: String) -> String {
    Counterpart(source, plan.source.entity(source)?.renamingIdentifier).reason(
      for: Counterpart(destination, plan.destination.entity(destination)?.renamingIdentifier))
  }
}
