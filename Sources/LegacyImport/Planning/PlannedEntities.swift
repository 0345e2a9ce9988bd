import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports

/// What becomes of each entity of either version, and why.
struct PlannedEntities {
  private let shown: ShownPlan
  private let plan: MigrationPlan
  private let keys: OldIDMap
  private let words: RuleWords
  /// Where the rows of a source entity go, and where those of a destination entity come from.
  private let starts: [String: Set<String>]
  private let arrivals: [String: Set<String>]

  /// Rows that go one way for one reason.
  private struct Way: Hashable {
    let source: String
    let destination: String?
    let fate: PlannedEntity.Fate
  }

  init(_ shown: ShownPlan, keys: OldIDMap, words: RuleWords) {
    self.shown = shown
    self.words = words
    plan = shown.migration
    self.keys = keys
    let carried = plan.entities.compactMap { mapping in mapping.destination.map { (mapping.source, $0) } }
    starts = Dictionary(carried.map { ($0.0, [$0.1]) }, uniquingKeysWith: { $0.union($1) })
    arrivals = Dictionary(carried.map { ($0.1, [$0.0]) }, uniquingKeysWith: { $0.union($1) })
  }

  var list: [PlannedEntity] { ways + abstract + new }

  /// Rows that several mappings send one way are told of together.
  private var ways: [PlannedEntity] {
    var result: [PlannedEntity] = []
    var places: [Way: Int] = [:]
    for mapping in shown.mappings {
      let entity = planned(mapping)
      // Where rules have all rows, nobody asks after those that none of them took.
      if mapping.part == .notTaken || mapping.isRejected, entity.rows == 0 { continue }
      let way = Way(source: mapping.mapping.source, destination: entity.destination, fate: entity.fate)
      if let place = places[way] {
        result[place].rows += entity.rows
        if !result[place].why.contains(entity.why) { result[place].why += "; \(entity.why)" }
      } else {
        places[way] = result.count
        result.append(entity)
      }
    }
    return result
  }

  private func planned(_ shown: ShownMapping) -> PlannedEntity {
    let mapping = shown.mapping
    let rows = keys.entry(ofSource: shown.rowsOf)?.keys.count ?? 0
    if case .rejected(let place) = shown.part {
      return PlannedEntity(
        source: mapping.source, destination: mapping.destination, rows: rows, fate: .rejected,
        why: "left out, as they do not fit" + (place.map { "; \(words.text(of: $0))" } ?? ""))
    }
    guard let destination = mapping.destination else {
      let why =
        switch mapping.dropped {
        case .abstract(let name): "\(name) is abstract now: no object can be of it"
        case .notTaken: "no rule of the mapping file takes these rows"
        default: "\(plan.destination.name) has nothing of its name or renaming identifier"
        }
      return PlannedEntity(source: mapping.source, destination: nil, rows: rows, fate: .dropped, why: why)
    }
    let isInferred = plan.pairs[destination] == mapping.source
    var reasons = isInferred ? [reason(mapping.source, destination)] : []
    var fate: PlannedEntity.Fate = mapping.source == destination ? .kept : .renamed
    if case .rule(let place, let takesAll) = shown.part {
      reasons.append(words.text(of: place) + (takesAll ? "" : ", by its condition"))
      if !isInferred || !takesAll { fate = .byRule }
    }
    if starts[mapping.source]?.count ?? 0 > 1 {
      fate = .split
      reasons.append("its rows become several")
    } else if arrivals[destination]?.count ?? 0 > 1 {
      fate = .merged
      reasons.append("rows of others become \(destination) too")
    }
    return PlannedEntity(
      source: mapping.source, destination: destination, rows: rows, fate: fate,
      why: reasons.joined(separator: "; "))
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
