import CommandLineParser
import FileOperations
import Reports

/// Two reports: what differs.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the bodies of two reports.",
    discussion: "Exit status 0: no difference; 1: something differs.")

  @Argument(help: ArgumentHelp("The earlier report (JSON).", valueName: "old-report"))
  var old: String

  @Argument(help: ArgumentHelp("The later report (JSON).", valueName: "new-report"))
  var new: String

  @Flag(help: "Print the differences as JSON.")
  var json: Bool = false

  func run() throws {
    let files = FileOperations()
    let diff = ReportDiff(old: try ReportReading.read(old, files), new: try ReportReading.read(new, files))
    guard Output.result(json ? diff.json() : diff.text()) else { throw ExitCode.failure }
    throw ExitCode(diff.isEqual ? 0 : 1)
  }
}
