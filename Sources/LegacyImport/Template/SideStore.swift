import Diagnostics
import FileOperations
import StoreProtection

/// A store besides the one that is migrated, opened as that one is: our copy, with its log folded in.
struct SideStore {
  let files: StoreFiles
  let snapshot: Snapshot
  let opened: OpenedStore

  var path: String { snapshot.storePath }

  /// - Parameters:
  ///   - name: what a person calls it.
  ///   - folder: Made for the copy; must not be there yet.
  /// - Throws: `DiagnosticError`, as for the store itself, with summaries that say which of the two it is.
  init(_ requested: String, called name: String, in folder: String, with operations: FileOperations) throws {
    do {
      do throws(StoreFilesError) {
        files = try StoreFiles(locating: requested, with: operations)
      } catch {
        throw DiagnosticError(error.exitStatus, error.diagnostic)
      }
      snapshot = try Snapshot(of: files, in: folder, with: operations)
      opened = try OpenStage().open(snapshot)
    } catch {
      throw Self.about(name, Importer.diagnosis(of: error))
    }
  }

  static func about(_ name: String, _ error: DiagnosticError) -> DiagnosticError {
    DiagnosticError(
      error.exit,
      error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.summary = "Of \(name): \(diagnostic.summary)"
        return diagnostic
      })
  }
}
