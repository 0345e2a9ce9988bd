import CoreDataMapping
import CoreDataModel

/// Where the rows of a source entity stand in the shaped source, seen from what they become.
struct RowPlaces {
  let planner: ShapePlanner
  let sources: [ShapedSource]

  /// Where links to rows of a source entity lead, that are to become rows of a destination entity: to their own rows,
  /// or to those that a rule makes of them.
  ///
  /// - Returns: an entity of the shaped model, and whether each row has a counterpart there.
  func place(of entity: String, as far: String) -> (entity: String, isForAllRows: Bool) {
    let kin = planner.source.subtree(of: entity)
    if kin.contains(where: { ownDestinations(of: $0).contains { planner.destination.isKind($0, of: far) } }) {
      return (entity, true)
    }
    for shaped in sources where kin.contains(shaped.entity) {
      for mapping in shaped.mappings {
        guard let copy = mapping.copyRoot ?? mapping.copy,
          planner.destination.isKind(mapping.destination, of: far)
        else {
          continue
        }
        return (copy, mapping.condition == nil && kin.count == 1)
      }
    }
    return (entity, true)
  }

  /// What the rows themselves become, further rows apart.
  private func ownDestinations(of entity: String) -> [String] {
    guard let shaped = sources.first(where: { $0.entity == entity }) else {
      return planner.inferred.destination(ofSource: entity).map { [$0] } ?? []
    }
    if shaped.keepsOwnPlace { return planner.inferred.destination(ofSource: entity).map { [$0] } ?? [] }
    // Behind a rule that takes all rows none is the first to take any.
    let last = shaped.mappings.firstIndex { $0.condition == nil } ?? shaped.mappings.count - 1
    return shaped.mappings.prefix(last + 1).map(\.destination)
  }

  /// The one source entity whose rows, with those below it, become rows of a destination entity; nil where these lie in
  /// several tables, or nowhere.
  func feeding(_ far: String) -> String? {
    func isFar(_ name: String) -> Bool { planner.destination.isKind(name, of: far) }
    var feeding = planner.source.entities.map(\.name).filter {
      ownDestinations(of: $0).contains(where: isFar)
    }
    if feeding.isEmpty {
      feeding = sources.filter { $0.mappings.contains { isFar($0.destination) } }.map(\.entity)
    }
    guard let first = feeding.first else { return nil }
    if feeding.count == 1 { return first }
    // The nearest entity above all of them.
    return planner.source.lineage(of: first).map(\.name).first { candidate in
      feeding.allSatisfy { planner.source.isKind($0, of: candidate) }
    }
  }
}
