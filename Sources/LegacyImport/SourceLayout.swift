import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Finds the tables of the source in the file that the passes read.
struct SourceLayout {
  private let source: RecognisedModel
  private let catalog: SchemaCatalog
  private let primaryKeys: [PrimaryKeyRow]

  init(_ state: ImportState) throws(DiagnosticError) {
    let opened = try state.known(\.opened)
    source = try state.known(\.source)
    catalog = state.shaped?.catalog ?? opened.catalog
    primaryKeys = state.shaped?.primaryKeys ?? opened.primaryKeys
  }

  func match(model: ManagedObjectModel) throws(DiagnosticError) -> LayoutMatch {
    do {
      return try LayoutMatcher(model: model, catalog: catalog, primaryKeys: primaryKeys).match()
    } catch {
      // A version that the user named is the user's claim, not the store's.
      let isGiven = source.recognisedBy == .given
      throw DiagnosticError(
        isGiven ? .notRecognised : .damaged, error.diagnostic(model: source.name, isGiven: isGiven))
    }
  }
}
