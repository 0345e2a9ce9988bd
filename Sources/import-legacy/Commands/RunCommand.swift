import CommandLineParser
import FileOperations
import LegacyImport
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Migrate STORE to MODEL's current version and write the result to OUTPUT.",
    discussion: "STORE and everything beside it stay as they are.")

  @Argument(help: "The store's main file; its -wal, -journal and external data are found beside it.")
  var store: String

  @Option(help: "The model: .xcdatamodeld, .xcdatamodel, or its contents.")
  var model: String

  @Option(help: "Version to migrate to, instead of the model's current one.")
  var modelVersion: String?

  @Option(help: "More places to look for the store's version. May be repeated.")
  var sourceModel: [String] = []

  @Option(help: "Take the store for this version, without recognising it.")
  var sourceVersion: String?

  @Option(help: "Write the new store here; nothing else may stand there.")
  var output: String

  @Option(help: "What to write; this version knows coredata.")
  var format: Format = .coredata

  @Option(
    help: ArgumentHelp(
      "Agree to a loss by name: drop:Entity, drop:Entity.property, drop:table:NAME, drop:cloudkit, "
        + "lossy:Entity.property, orphans:Entity, unverified-hash:Entity; =N for at most N rows. May be repeated.",
      valueName: "consent"))
  var allow: [String] = []

  @Flag(help: "Keep the store's UUID, so that saved object URIs stay good.")
  var keepUuid: Bool = false

  @Option(help: "Write the old-id map here (.csv or .jsonl).")
  var idMap: String?

  @Option(help: "Also write the report here (.json or .txt).")
  var report: String?

  @Flag(help: "Do everything but putting the result in place.")
  var dryRun: Bool = false

  @Flag(help: "Print the report as JSON.")
  var json: Bool = false

  @Flag(help: "Say nothing on standard error but wrong usage and a report that cannot be written.")
  var quiet: Bool = false

  @Flag(help: "Name each stage on standard error as it begins.")
  var verbose: Bool = false

  enum Format: String, CaseIterable, ExpressibleByArgument { case coredata }

  func validate() throws {
    if let report, ReportFile.Form(path: report) == nil {
      throw ValidationError("--report takes a name that ends in .json or .txt")
    }
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  mutating func run() throws {
    // A closed pipe must not end the program between two steps.
    signal(SIGPIPE, SIG_IGN)
    Interruption.listen()
    var request = ImportRequest(store: store, model: model, output: output)
    request.modelVersion = modelVersion
    request.sourceModels = sourceModel
    request.sourceVersion = sourceVersion
    request.allowed = allow
    request.keepsUUID = keepUuid
    request.idMap = idMap
    request.report = report
    request.isDryRun = dryRun
    let speaks = verbose
    let files = try Faults.fileOperations()
    let result = Importer(request, files: files) { stage in
      if speaks { Output.message("import-legacy: \(stage)") }
    }.run()
    var reportFailed = false
    if let report, result.mayWriteReport {
      // Written before it is printed: whoever reads standard output may have gone.
      do {
        try ReportFile(path: report, files: files).write(result.report)
      } catch {
        Output.message("import-legacy: the report could not be written. \(error)")
        reportFailed = true
      }
    } else if report != nil, !quiet {
      Output.message("import-legacy: no report file was written")
    }
    if !Output.result(json ? result.reportJSON : result.reportText) {
      Output.message("import-legacy: the report could not be written to standard output")
      reportFailed = true
    }
    let status = result.exitStatus
    if !quiet, status != 0 { Output.message("import-legacy: \(Self.ending(status))") }
    if !quiet, case .integer(let needed) = result.report.meta["bytesNeeded"],
      case .integer(let free) = result.report.meta["bytesFree"]
    {
      Output.message("import-legacy: beside \(output) \(needed) bytes are needed and \(free) are free")
    }
    if reportFailed, status == 0 || status == 1 {
      if !quiet, !dryRun {
        Output.message("import-legacy: the new store is in place; only its report is missing")
      }
      throw ExitCode(2)
    }
    throw ExitCode(status)
  }

  /// The exit status in words.
  private static func ending(_ status: Int32) -> String {
    switch status {
    case 1: "done; look at the errors and warnings in the report"
    case 2: "failed; nothing of yours was changed"
    case 3: "blocked; nothing was written"
    case 4: "not recognised; nothing was written"
    case 5: "the store is damaged; nothing was written"
    case 6: "the result did not pass validation and was thrown away"
    case 8: "in use, or changed meanwhile; nothing was written"
    case 9: "not enough space; nothing was written"
    case 10: "interrupted; nothing was written"
    case 64: "wrong usage; nothing was written"
    default: "ended with status \(status)"
    }
  }
}
