import CommandLineParser
import Diagnostics
import FileOperations
import Reports

/// Two reports: what differs.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the bodies of two reports.",
    discussion: "Exit status 0: no difference; 1: something differs that is not waived.")

  @Argument(help: ArgumentHelp("The earlier report (JSON).", valueName: "old-report"))
  var old: String

  @Argument(help: ArgumentHelp("The later report (JSON).", valueName: "new-report"))
  var new: String

  @Option(
    help: ArgumentHelp(
      "Findings that count as no difference: an id, and Entity or Entity.property if only that is meant, on a line each; # begins a comment.",
      valueName: "file"))
  var waivers: String?

  @Flag(help: "Print the differences as JSON.")
  var json: Bool = false

  @Flag(help: "Print the differences as one page of HTML.")
  var html: Bool = false

  @Flag(help: "No colour, as with NO_COLOR in the environment.")
  var noColor: Bool = false

  func validate() throws {
    if json && html { throw ValidationError("--json and --html exclude each other") }
  }

  func run() throws {
    let files = FileOperations()
    let waived = try LibraryCall.run { files in try WaiverReading.read(waivers, files) }
    let diff = ReportDiff(
      old: try ReportReading.read(old, files).body, new: try ReportReading.read(new, files).body,
      waivers: waived)
    let names = (old: FileName.last(of: old), new: FileName.last(of: new))
    let text =
      json
      ? diff.json()
      : html
        ? DiffPage(diff, names: names).html()
        : DiffText(diff, names: names, isColoured: !noColor && Output.isColourful).text()
    guard Output.result(text) else { throw ExitCode.failure }
    throw ExitCode(diff.isEqual ? 0 : 1)
  }
}
