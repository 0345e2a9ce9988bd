import CommandLineParser
import FileOperations
import LegacyImport
import Reports

/// A safety copy, put back.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a safety copy of STORE back.",
    discussion:
      "What is there now gets a safety copy of its own first, so that a restore can be undone by another.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Option(help: "Number of the copy, instead of the newest.")
  var copy: Int?

  @Flag(help: "Replace files that no run left there, after making a safety copy of them.")
  var replaceNewer: Bool = false

  @Option(help: ArgumentHelp("Wait so long for programs that have the store open.", valueName: "seconds"))
  var wait: Int = 0

  @Option(help: "Also write the report here (.json, .txt or .html).")
  var report: String?

  @Flag(help: "Print the report as JSON.")
  var json: Bool = false

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if wait < 0 { throw ValidationError("--wait takes a number of seconds") }
    if let report, ReportFile.Form(path: report) == nil {
      throw ValidationError("--report takes a name that ends in .json, .txt or .html")
    }
  }

  func run() throws {
    ProgramSignals.listen()
    var request = RestoreRequest(store: store)
    request.copy = copy
    request.replacesNewer = replaceNewer
    request.wait = wait
    request.report = report
    let files = try Faults.fileOperations()
    let display = progress.display()
    let result = Restorer(request, files: files, progress: display.ofImport).run()
    display.close()
    let ending = RunEnding(
      result: result, isInPlace: true, report: report, isJSON: json, isQuiet: progress.quiet, files: files)
    throw ending.close(whenDone: "the copy is in place; only its report is missing")
  }
}
