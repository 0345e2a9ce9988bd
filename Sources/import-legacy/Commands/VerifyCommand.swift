import CommandLineParser
import FileOperations
import LegacyImport

/// Validation alone, of a store that is there already.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Tell whether OUTPUT is what STORE should have become.",
    discussion: """
      Changes nothing. Takes the options of the run that is meant; without --model the version of OUTPUT is the target.
      Whoever made OUTPUT, this program or an app, every row, value, link, order and external file is compared.
      Exit status 0: it is; 1: something differs; 3: the migration itself needs a consent or a rule; else as run.
      """)

  @OptionGroup var options: MigrationOptions

  @Argument(help: "The store that STORE became.")
  var result: String

  @Option(
    help: ArgumentHelp(
      "What tools/apple-check printed of OUTPUT on a Mac: compared with OUTPUT, too.", valueName: "file"))
  var apple: String?

  @Option(help: "Also write the report here (.json, .txt or .html).")
  var report: String?

  @Flag(help: "Print the report as JSON.")
  var json: Bool = false

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if let report, ReportFile.Form(path: report) == nil {
      throw ValidationError("--report takes a name that ends in .json, .txt or .html")
    }
    if options.output != nil { throw ValidationError("verify takes the result as its second argument") }
  }

  func run() throws {
    ProgramSignals.listen()
    let files = try Faults.fileOperations()
    var request = options.request
    request.report = report
    let display = progress.display()
    let outcome = Verifier(request, output: result, apple: apple, files: files, progress: display.ofImport)
      .run()
    display.close()
    let ending = RunEnding(
      result: outcome, isInPlace: false, report: report, isJSON: json, isQuiet: progress.quiet, files: files)
    throw ending.close(whenDone: "the comparison is done; only its report is missing")
  }
}
