import Diagnostics
import FileOperations
import LegacyImport

/// A file that `plan` drafts. It replaces nothing.
struct PlanDraft {
  let name: String
  let option: String
  private let path: String
  private let files: FileOperations

  /// Nil where none was asked for.
  init?(_ path: String?, name: String, option: String, files: FileOperations) {
    guard let path else { return nil }
    self.path = path
    self.name = name
    self.option = option
    self.files = files
  }

  /// Before any work is done for it.
  func check() throws(DiagnosticError) { try place.refuseTaken() }

  func write(_ text: String) throws(DiagnosticError) { try place.createFile(with: Array(text.utf8)) }

  private var place: NewOutput { NewOutput(path, files: files, point: .draft, option: option) }
}

extension FilePoint {
  static let draft: FilePoint = "plan.draft"
}
