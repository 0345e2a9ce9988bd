import CoreDataMigration
import CoreDataModel
import Diagnostics

extension DiagnosticID {
  static let importFolderPresent = DiagnosticID("inspect.import-folder")
  static let constraintsBroken = DiagnosticID("inspect.constraints-broken")
  static let cachedModelUnreadable = DiagnosticID("inspect.cached-model-unreadable")
  static let entityUnknown = DiagnosticID("inspect.unknown-entity")
  static let entityTableMissing = DiagnosticID("inspect.entity-table-missing")
  static let rowsUnknown = DiagnosticID("inspect.unknown-rows")
  static let tableUnknown = DiagnosticID("inspect.unknown-table")
  static let columnUnknown = DiagnosticID("inspect.unknown-column")
}

extension Diagnostic {
  static func importFolder(_ name: String) -> Diagnostic {
    Diagnostic(
      .importFolderPresent, .note,
      summary:
        "The folder \(name) beside the store is this program's: runs in place keep their safety copies there.",
      recovery: ["import-legacy status STORE says where its runs stand."])
  }

  static func constraintsBroken(_ check: QuickCheck) -> Diagnostic {
    Diagnostic(
      .constraintsBroken, .warning,
      count: Int64(check.problems.filter { !$0.key.isDamage }.values.reduce(0, +)),
      summary: "Rows break a constraint that a table declares (\(check.list { !$0.isDamage })). "
        + "Core Data declares none of these: the table was made by something else. The rows can be read.")
  }

  static func cachedModelUnreadable(_ error: ModelError) -> Diagnostic {
    Diagnostic(
      .cachedModelUnreadable, .note,
      summary: "The model that the store caches cannot be read (\(error.diagnostic.summary)).",
      recovery: ["Give the model with --model, if the version is to be recognised."])
  }

  static func entityUnknown(_ names: [String], model: String) -> Diagnostic {
    Diagnostic(
      .entityUnknown, .warning, count: Int64(names.count),
      summary: "Z_PRIMARYKEY lists entities that \(model) does not have: \(NameList.text(names)).",
      recovery: [
        "A migration may have been cut short: restore the store from a backup, or look for its model."
      ])
  }

  static func entityTableMissing(_ entity: String) -> Diagnostic {
    Diagnostic(
      .entityTableMissing, .warning, Subject(entity: entity),
      summary: "Z_PRIMARYKEY lists this entity, and there is no table of its name.",
      recovery: ["It may have been renamed in place: give the model with --model."])
  }

  static func unknownRows(_ root: String, table: String, count: Int64, keys: [Int64]) -> Diagnostic {
    Diagnostic(
      .rowsUnknown, .warning, Subject(entity: root), count: count, oldKeys: keys,
      summary:
        "Rows of the table \(table) have an entity number that no entity bears here: no object can be made "
        + "of them.",
      recovery: ["A run leaves them behind with --allow orphans:\(root)."])
  }

  /// What `run` mends is only told here.
  static func keyCounterLow(_ root: String, highest: Int64) -> Diagnostic {
    Diagnostic(
      .sourceKeyCounterLow, .warning, Subject(entity: root), count: 1, oldKeys: [highest],
      summary: "The counter of keys handed out (Z_MAX) lies below the highest key.",
      recovery: [
        "The file was changed by something else than Core Data. Look whether its newest rows are right."
      ])
  }

  static func unknownTable(_ name: String, rows: Int64) -> Diagnostic {
    Diagnostic(
      .tableUnknown, .note, Subject(property: name), count: rows,
      summary: "The table \(name) is neither an entity's nor Core Data's own.",
      recovery: ["A run leaves it behind with --allow drop:table:\(name)."])
  }

  static func unknownColumn(_ name: String, values: Int64) -> Diagnostic {
    Diagnostic(
      .columnUnknown, .warning, Subject(property: name), count: values,
      summary: "The column \(name) holds values and belongs to no property of the model.",
      recovery: ["Find out what it holds. A run leaves it behind with --allow drop:table:\(name)."])
  }

  static func externalFilesMissing(_ count: Int64) -> Diagnostic {
    Diagnostic(
      .sourceExternalFileMissing, .error, count: count,
      summary: "Values lie in files that are not there.",
      recovery: ["Look for the files in an older backup of the folder _EXTERNAL_DATA and put them back."])
  }

  static func externalFilesUnreferenced(_ count: Int64) -> Diagnostic {
    Diagnostic(
      .sourceExternalFileUnreferenced, .note, count: count,
      summary: "Files in the folder of external data are referred to by no row.")
  }

  static func staleName(_ name: String, of entity: String) -> Diagnostic {
    Diagnostic(
      .staleEntityName, .note, Subject(entity: entity),
      summary: "Z_PRIMARYKEY still lists this entity under its earlier name \(name).")
  }
}
