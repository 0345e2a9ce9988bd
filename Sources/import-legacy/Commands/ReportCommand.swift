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
  var format: ReportFile.Form = .text

  func run() throws {
    let report = try ReportReading.read(file, FileOperations())
    guard Output.result(format.rendered(report)) else {
      throw ExitCode.failure
    }
  }
}
