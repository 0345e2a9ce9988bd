import Diagnostics

/// Names that meet in one table, where case does not count: Core Data tells them apart by a number it appends, which
/// depends on all the others (format page 2.4).
enum ColumnNameRule: LintRule {
  private struct Owner {
    let entity: String
    let property: String
    /// Without the leading `Z`, in capitals.
    let column: String
  }

  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    columns(model) + entities(model)
  }

  private static func columns(_ model: ManagedObjectModel) -> [Diagnostic] {
    let roots = model.entities.filter { $0.superentity == nil }.map(\.name)
    return roots.flatMap { root in
      let owners = model.subtree(of: root).compactMap { model.entity($0) }.flatMap(owners)
      let groups = Dictionary(grouping: owners, by: \.column)
      return groups.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.compactMap { finding($0.value) }
    }
  }

  private static func owners(_ entity: EntityDescription) -> [Owner] {
    let attributes = entity.attributes.filter { !$0.isTransient }.flatMap { attribute in
      attribute.type == .composite
        ? attribute.compositeElements.map { ("\(attribute.name).\($0.name)", $0.name) }
        : [(attribute.name, attribute.name)]
    }
    let keys = entity.relationships.filter { !$0.isTransient && !$0.isToMany }.map { ($0.name, $0.name) }
    return (attributes + keys).map {
      Owner(entity: entity.name, property: $0.0, column: $0.1.uppercased())
    }
  }

  private static func finding(_ owners: [Owner]) -> Diagnostic? {
    let sorted = owners.sorted { PropertyKey($0.entity, $0.property) < PropertyKey($1.entity, $1.property) }
    guard let first = sorted.first else { return nil }
    let others = sorted.dropFirst().map { "\($0.entity).\($0.property)" }.joined(separator: ", ")
    return Diagnostic(
      .lintColumnCollision, .warning, Subject(entity: first.entity, property: first.property),
      count: Int64(owners.count),
      summary: "Its column would have the same name as that of \(others): which of them gets which number "
        + "appended changes as entities and properties come and go.",
      recovery: [
        "Give them names that differ by more than case, or declare the property once in a common parent."
      ])
  }

  /// Entities are numbered in an order that does not regard case (format page 1.4). Of root entities the model's
  /// reader makes sure.
  private static func entities(_ model: ManagedObjectModel) -> [Diagnostic] {
    Dictionary(grouping: model.entities, by: { $0.name.uppercased() }).values
      .filter { $0.count > 1 }.compactMap { entities in
        let names = entities.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Diagnostic(
          .lintEntityCase, .warning, Subject(entity: names[0]),
          summary:
            "Its name differs from that of \(names.dropFirst().joined(separator: ", ")) in case alone: "
            + "in which order they are numbered in a store is not defined.",
          recovery: ["Rename one, with the former name as its renaming identifier."])
      }
  }
}

extension DiagnosticID {
  package static let lintColumnCollision = DiagnosticID("lint.column-collision")
  package static let lintEntityCase = DiagnosticID("lint.entity-case")
}
