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

  @Argument(help: "The store's main file; its -wal, -journal and external data are found beside it.")
  var store: String

  @Option(
    help:
      "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom; repeated, the models are merged. Without it: the store's own."
  )
  var model: [String] = []

  @Option(help: "Version to migrate to, instead of the model's current one.")
  var modelVersion: String?

  @Option(
    help: ArgumentHelp(
      "Versions to step through on the way, from old to new, with commas between; a store enters at its own.",
      valueName: "names"))
  var via: String?

  @Option(help: "More places to look for the store's version. May be repeated.")
  var sourceModel: [String] = []

  @Option(help: "A mapping file (YAML): what inference cannot know. May be repeated.")
  var mapping: [String] = []

  @Option(help: "Take the store for this version, without recognising it.")
  var sourceVersion: String?

  @Option(
    help: ArgumentHelp(
      "An empty store that the app made: it supplies the new store's schema, entity numbers, metadata and model cache.",
      valueName: "store"))
  var template: String?

  @Option(help: "Write the new store here, and leave STORE as it is; nothing else may stand there.")
  var output: String?

  @Option(help: "What to write; this version knows coredata.")
  var format: Format = .coredata

  @Option(
    help: ArgumentHelp(
      "Agree to a loss by name: drop:Entity, drop:Entity.property, drop:table:NAME, drop:cloudkit, drop:history, "
        + "lossy:Entity.property, orphans:Entity, unverified-hash:Entity; =N for at most N rows. May be repeated.",
      valueName: "consent"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of consents that plan --write-consents drafted and you reviewed: for these bytes of STORE alone.",
      valueName: "file"))
  var consents: String?

  @Flag(help: "With --output: keep the store's UUID, so that saved object URIs stay good.")
  var keepUuid: Bool = false

  @Option(help: "Write the old-id map here (.csv or .jsonl).")
  var idMap: String?

  @Option(help: "Also write the report here (.json or .txt).")
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Where a mapping file leaves rows out: list them here (.jsonl), with the rows in a database beside it.",
      valueName: "file"))
  var rejects: String?

  @Option(help: ArgumentHelp("Stop if more rows than these would be left out.", valueName: "number"))
  var maxRejects: Int?

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

  @Flag(help: "Say nothing on standard error but wrong usage and a report that cannot be written.")
  var quiet: Bool = false

  @Flag(help: "Name each stage on standard error as it begins.")
  var verbose: Bool = false

  enum Format: String, CaseIterable, ExpressibleByArgument { case coredata }

  func validate() throws {
    if let report, ReportFile.Form(path: report) == nil {
      throw ValidationError("--report takes a name that ends in .json or .txt")
    }
    if let via, VersionList.names(in: via).contains("") {
      throw ValidationError("--via takes names of versions with commas between")
    }
    if wait < 0 { throw ValidationError("--wait takes a number of seconds") }
    if let maxRejects, maxRejects < 0 { throw ValidationError("--max-rejects takes a number of at least 0") }
    if keepCopies < 1 { throw ValidationError("--keep-copies takes a number of at least 1") }
    if output != nil, wait != 0 || keepCopies != ImportRequest.usualCopiesToKeep || replaceNewer {
      throw ValidationError(
        "--wait, --keep-copies and --replace-newer are for runs in place, without --output")
    }
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  mutating func run() throws {
    ProgramSignals.listen()
    var request = ImportRequest(store: store, output: output)
    request.models = model
    request.modelVersion = modelVersion
    request.via = via.map(VersionList.names) ?? []
    request.sourceModels = sourceModel
    request.mappings = mapping
    request.sourceVersion = sourceVersion
    request.template = template
    request.allowed = allow
    request.consents = consents
    request.keepsUUID = keepUuid
    request.idMap = idMap
    request.report = report
    request.rejects = rejects
    request.maximumRejects = maxRejects
    request.isDryRun = dryRun
    request.wait = wait
    request.copiesToKeep = keepCopies
    request.acceptsNewer = replaceNewer
    let speaks = verbose
    let files = try Faults.fileOperations()
    let result = Importer(request, files: files) { stage in
      if speaks { Output.message("import-legacy: \(stage)") }
    }.run()
    let ending = RunEnding(
      result: result, isInPlace: output == nil, report: report, isJSON: json, isQuiet: quiet, files: files)
    throw ending.close(
      whenDone: dryRun ? nil : "the new store is in place; only its report is missing")
  }
}
