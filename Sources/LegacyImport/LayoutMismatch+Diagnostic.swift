import CoreDataStore
import Diagnostics

extension LayoutMismatch {
  /// Names of the file and the model only.
  func diagnostic(model: String, isGiven: Bool) -> Diagnostic {
    let (subject, what): (Subject, String) =
      switch self {
      case .entityNumbers(let missing, let unknown):
        (
          Subject(),
          "Z_PRIMARYKEY lists other entities (not listed: \(NameList.text(missing)); listed and unknown: \(NameList.text(unknown)))"
        )
      case .missingTable(let table, let entity): (Subject(entity: entity), "the table \(table) is not there")
      case .missingColumns(let table, let columns):
        (Subject(), "the table \(table) has no certain place for \(NameList.text(columns))")
      case .missingJoinTable(let relationship):
        (
          Subject(entity: relationship.entity, property: relationship.name),
          "the join table of this relationship cannot be found"
        )
      }
    return Diagnostic(
      .layoutDiffers, .error, subject,
      summary: isGiven
        ? "The store is not laid out like \(model), which --source-version names: \(what)."
        : "The store claims the version \(model), and is not laid out like it: \(what).",
      recovery: isGiven
        ? ["Leave --source-version out to have the version recognised, or name another."]
        : [
          "A migration may have been cut short: restore the store from a backup.",
          "If the store is of another version after all, name it with --source-version.",
        ])
  }
}

extension DiagnosticID {
  static let layoutDiffers = DiagnosticID("store.layout-differs")
}
