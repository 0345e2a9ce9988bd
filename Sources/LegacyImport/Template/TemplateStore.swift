import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import FileOperations
import SQLite

/// An empty store that the app made: the new store is a copy of it, filled.
struct TemplateStore {
  private let store: SideStore

  /// Our copy, with its log folded in.
  var path: String { store.path }
  var opened: OpenedStore { store.opened }

  /// - Parameter folder: Made for the copy; must not be there yet.
  /// - Throws: `DiagnosticError`, as for the store itself, with summaries that say which of the two it is.
  init(_ requested: String, in folder: String, with files: FileOperations) throws {
    store = try SideStore(requested, called: Self.name, in: folder, with: files)
  }

  /// The version it is of: the target, whose hashes are the template's whether or not they can be worked out here.
  ///
  /// - Parameter target: Of `--model`; nil without one.
  func version(given target: GivenVersion?, among models: GivenModels) throws(DiagnosticError) -> GivenVersion
  {
    let recogniser = VersionRecogniser(
      metadata: opened.metadata, models: models, cache: opened.modelCache, catalog: opened.catalog,
      primaryKeys: opened.primaryKeys)
    guard let target else {
      let recognition = recogniser.recognise()
      guard case .known(let found, _) = recognition.answer else {
        throw Self.about(DiagnosticError(.notRecognised, recognition.obstacle(hasModels: false)))
      }
      return found.version.publishing(opened.metadata.versionHashes, from: .template)
    }
    let candidate = recogniser.candidate(target)
    guard candidate.differing.isEmpty || recogniser.fitsButForUnproven(candidate) else {
      throw DiagnosticError(
        .notRecognised,
        Diagnostic(
          .templateDiffers, .error, count: Int64(candidate.differing.count),
          summary: "The template is of another version than \(target.name): "
            + "\(NameList.text(candidate.differing)) differ, or are on one side only.",
          recovery: [
            "Make the template with the app's release whose model is given, or give the model that belongs to it.",
            "Without --model, the version of the template is the target.",
          ]))
    }
    return target.publishing(opened.metadata.versionHashes, from: .template)
  }

  /// Its layout, and what is in it already, which must be nothing of the model's.
  func layout(of version: GivenVersion) throws -> (layout: StoreLayout, schema: StoreSchema) {
    let match: LayoutMatch
    do {
      match = try LayoutMatcher(
        model: version.model, catalog: opened.catalog, primaryKeys: opened.primaryKeys
      ).match()
    } catch {
      throw Self.about(
        DiagnosticError(.damaged, error.diagnostic(model: version.name, isGiven: false)))
    }
    let connection = try Connection.finished(path: path)
    var rows: Int64 = 0
    // Records of objects that are gone speak of keys that the new rows will have.
    let records = Self.objectRecords.filter { opened.catalog.table($0) != nil }
    let own =
      match.layout.tables.map(\.name) + match.layout.joins.map(\.name) + match.spatialIndexes.map(\.name)
    for table in own + records {
      rows += try connection.integer("SELECT count(*) FROM main.\(Identifier.quoted(table))")
    }
    guard rows == 0 else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .templateNotEmpty, .error, count: rows,
          summary:
            "The template holds objects, or records of objects that were in it. They would be in the new store too.",
          recovery: ["Let the app make a store, and take it before anything is in it."]))
    }
    guard let schema = StoreSchema(template: match, catalog: opened.catalog) else {
      throw DiagnosticError(
        .notRecognised,
        Diagnostic(
          .templateUnexplained, .error,
          summary:
            "The template has triggers that nothing in \(version.name) explains. They would run while rows come "
            + "in.",
          recovery: ["Take a store that the app itself made, and that nobody changed."]))
    }
    return (match.layout, schema)
  }

  /// Tables of the framework's whose rows name objects by entity number and key (format page 1.5 and 1.6).
  private static let objectRecords = ["ACHANGE", "ANSCKRECORDMETADATA"]

  private static let name = "the template"

  private static func about(_ error: DiagnosticError) -> DiagnosticError { SideStore.about(name, error) }
}

extension DiagnosticID {
  static let templateDiffers = DiagnosticID("template.model-differs")
  static let templateNotEmpty = DiagnosticID("template.not-empty")
  static let templateUnexplained = DiagnosticID("template.unexplained")
}
