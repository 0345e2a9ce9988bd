import FileOperations
import Reports

/// A file that a rehearsal writes, in the form that its option and its name ask for.
struct RehearsalFile {
  enum Form { case json, text, junit }

  let option: String
  let path: String
  let form: Form

  /// Nil for an ending that it is not written with.
  static func report(_ path: String) -> RehearsalFile? {
    let form: Form? =
      switch ReportFile.Form(path: path) {
      case .json: .json
      case .text: .text
      case .html, nil: nil
      }
    return form.map { RehearsalFile(option: "--report", path: path, form: $0) }
  }

  static func junit(_ path: String) -> RehearsalFile {
    RehearsalFile(option: "--junit", path: path, form: .junit)
  }

  func write(_ report: RehearsalReport, with files: FileOperations) throws(FileError) {
    let text =
      switch form {
      case .json: report.json()
      case .text: RehearsalText(report).text()
      case .junit: JUnitReport(report).xml()
      }
    try files.replaceFile(path, with: Array(text.utf8), at: .report)
  }
}
