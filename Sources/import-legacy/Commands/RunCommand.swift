import CommandLineParser
import FileOperations
import LegacyImport
import Reports

/// The main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Migrate STORE to MODEL's current version.",
    discussion: "In place, behind a safety copy that `restore` puts back; with --output STORE stays as it is."
  )

  @OptionGroup var options: MigrationOptions

  @Option(help: "What to write; this version knows coredata.")
  var format: Format = .coredata

  @Option(help: "Write the old-id map here (.csv or .jsonl).")
  var idMap: String?

  @Option(help: "Also write the report here (.json, .txt or .html).")
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Where a mapping file leaves rows out: list them here (.jsonl), with the rows in a database beside it.",
      valueName: "file"))
  var rejects: String?

  @Flag(help: "Do everything but putting the result in place.")
  var dryRun: Bool = false

  @Option(
    help: ArgumentHelp("In place: wait so long for programs that have STORE open.", valueName: "seconds"))
  var wait: Int = 0

  @Option(
    help: ArgumentHelp(
      "In place: so many of the newest safety copies stay (default 3), and that of the first import.",
      valueName: "number"))
  var keepCopies: Int = ImportRequest.usualCopiesToKeep

  @Flag(help: "In place: take a STORE that was written to since a run did not end, as it is now.")
  var replaceNewer: Bool = false

  @Flag(help: "Print the report as JSON.")
  var json: Bool = false

  @OptionGroup var progress: ProgressOptions

  enum Format: String, CaseIterable, ExpressibleByArgument { case coredata }

  func validate() throws {
    if let report, ReportFile.Form(path: report) == nil {
      throw ValidationError("--report takes a name that ends in .json, .txt or .html")
    }
    if wait < 0 { throw ValidationError("--wait takes a number of seconds") }
    if keepCopies < 1 { throw ValidationError("--keep-copies takes a number of at least 1") }
    if options.output != nil, wait != 0 || keepCopies != ImportRequest.usualCopiesToKeep || replaceNewer {
      throw ValidationError(
        "--wait, --keep-copies and --replace-newer are for runs in place, without --output")
    }
  }

  mutating func run() throws {
    ProgramSignals.listen()
    var request = options.request
    request.idMap = idMap
    request.report = report
    request.rejects = rejects
    request.isDryRun = dryRun
    request.wait = wait
    request.copiesToKeep = keepCopies
    request.acceptsNewer = replaceNewer
    let files = try Faults.fileOperations()
    let display = progress.display()
    let result = Importer(request, files: files, progress: display.ofImport).run()
    display.close()
    let ending = RunEnding(
      result: result, isInPlace: options.output == nil, report: report, isJSON: json, isQuiet: progress.quiet,
      files: files)
    throw ending.close(
      whenDone: dryRun ? nil : "the new store is in place; only its report is missing")
  }
}
