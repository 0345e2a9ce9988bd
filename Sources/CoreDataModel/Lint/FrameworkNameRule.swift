import Diagnostics

/// Names that, with the Z that Core Data puts in front, become those of its own tables and columns (format page 1 to 3).
enum FrameworkNameRule: LintRule {
  private static let tables: Set<String> = ["_PRIMARYKEY", "_METADATA", "_MODELCACHE"]
  private static let columns: Set<String> = ["_PK", "_ENT", "_OPT"]
  /// Places in ordered relationships; spatial indexes; triggers of derived attributes.
  private static let columnPrefixes = ["_FOK_"]
  private static let tablePrefixes = ["_RT_", "_DA_"]

  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    let entities = model.entities.filter { $0.superentity == nil && isTable($0.name.uppercased()) }.map {
      finding(Subject(entity: $0.name), "A table")
    }
    let attributes = model.storedAttributes.flatMap { entity, attribute in
      ([attribute] + attribute.compositeElements).filter { isColumn($0.name.uppercased()) }.map { _ in
        Subject(entity: entity, property: attribute.name)
      }
    }
    let relationships = model.storedRelationships.filter { isColumn($0.relationship.name.uppercased()) }.map {
      Subject(entity: $0.entity, property: $0.relationship.name)
    }
    return entities + (attributes + relationships).map { finding($0, "A column") }
  }

  private static func isTable(_ name: String) -> Bool {
    tables.contains(name) || tablePrefixes.contains { name.hasPrefix($0) }
      || name.hasPrefix("_") && isNumbered(name.dropFirst())
  }

  private static func isColumn(_ name: String) -> Bool {
    columns.contains(name) || columnPrefixes.contains { name.hasPrefix($0) } || isNumbered(name[...])
  }

  /// `Z_4TAGS` is a table of links, `Z4_NOTE` and `Z4TAGS` are columns of relationships.
  private static func isNumbered(_ name: Substring) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private static func finding(_ subject: Subject, _ place: String) -> Diagnostic {
    Diagnostic(
      .lintFrameworkName, .warning, subject,
      summary: "\(place) of this name is Core Data's own, or looks like one of its own.",
      recovery: [
        "Rename it without the leading underscore or digit, with the former name as its renaming identifier."
      ])
  }
}

extension DiagnosticID {
  package static let lintFrameworkName = DiagnosticID("lint.framework-name")
}
