import CommandLineParser
import FileOperations
import Reports

/// A report in another form.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Render a report.")

  @Argument(help: "A report (JSON).")
  var file: String

  @Option(help: "The form to print.")
  var format: Format = .text

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  func run() throws {
    let report = try ReportReading.read(file, FileOperations())
    guard Output.result(format == .text ? TextRenderer(report).text() : report.json()) else {
      throw ExitCode.failure
    }
  }
}
