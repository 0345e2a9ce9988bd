import CommandLineParser
import FileOperations
import Reports

/// A report as a file, in the form its name asks for.
struct ReportFile {
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case json
    case text
    case html

    init?(path: String) {
      if path.hasSuffix(".json") {
        self = .json
      } else if path.hasSuffix(".txt") {
        self = .text
      } else if path.hasSuffix(".html") {
        self = .html
      } else {
        return nil
      }
    }

    func rendered(_ report: ImportReport) -> String {
      switch self {
      case .json: report.json()
      case .text: TextRenderer(report).text()
      case .html: ReportPage(report).html()
      }
    }
  }

  let path: String
  let files: FileOperations

  func write(_ report: ImportReport) throws(FileError) {
    let text = (Form(path: path) ?? .text).rendered(report)
    try files.replaceFile(path, with: Array(text.utf8), at: .report)
  }

  func read() throws -> ImportReport {
    try ImportReport(parsing: files.readAll(path, at: .report))
  }
}

extension FilePoint {
  static let report: FilePoint = "report"
}
