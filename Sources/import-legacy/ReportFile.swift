import FileOperations
import Reports

/// A report as a file, in the form its name asks for.
struct ReportFile {
  enum Form {
    case json
    case text

    init?(path: String) {
      if path.hasSuffix(".json") {
        self = .json
      } else if path.hasSuffix(".txt") {
        self = .text
      } else {
        return nil
      }
    }
  }

  let path: String
  let files: FileOperations

  func write(_ report: ImportReport) throws(FileError) {
    let text = Form(path: path) == .json ? report.json() : TextRenderer(report).text()
    try files.replaceFile(path, with: Array(text.utf8), at: .report)
  }

  func read() throws -> ImportReport {
    try ImportReport(parsing: files.readAll(path, at: .report))
  }
}

extension FilePoint {
  static let report: FilePoint = "report"
}
