import Diagnostics
import FileOperations
import StoreProtection

/// A private folder in the temporary one, for a run in place that changes nothing. It goes with the value.
final class TrialFolder: Sendable {
  let path: String
  private let files: FileOperations

  init(with files: FileOperations) throws(DiagnosticError) {
    self.files = files
    do {
      path = try files.createTemporaryFolder("import-legacy", at: "trial.folder")
    } catch {
      throw DiagnosticError(error)
    }
  }

  deinit { try? files.removeTree(path, at: "trial.clean") }
}
