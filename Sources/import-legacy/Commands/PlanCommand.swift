import CommandLineParser
import FileOperations
import LegacyImport

/// What a run would do.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Tell what run would do: what becomes what, and everything that stands in its way.",
    discussion: """
      Changes nothing. With the options of run it tells of the run with these options.
      Exit status 0: run would go through; 1: so too, with warnings; 3: run would refuse; else as run.
      """)

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
    help: ArgumentHelp("Versions to step through on the way, as for run.", valueName: "names"))
  var via: String?

  @Option(help: "A mapping file (YAML), or a mapping model of Xcode, as for run. May be repeated.")
  var mapping: [String] = []

  @Option(help: "More places to look for the store's version. May be repeated.")
  var sourceModel: [String] = []

  @Option(help: "Take the store for this version, without recognising it.")
  var sourceVersion: String?

  @Option(
    help: ArgumentHelp(
      "An empty store that the app made, as for run.", valueName: "store"))
  var template: String?

  @Option(help: "Plan a run that writes here, and not one in place; nothing is written.")
  var output: String?

  @Flag(help: "With --output: plan a run that keeps the store's UUID.")
  var keepUuid: Bool = false

  @Option(help: ArgumentHelp("Agree to a loss by name, as for run. May be repeated.", valueName: "consent"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp("As for run: refuse if more rows than these would be left out.", valueName: "number"))
  var maxRejects: Int?

  @Option(help: ArgumentHelp("A reviewed file of consents, as for run.", valueName: "file"))
  var consents: String?

  @Option(
    help: ArgumentHelp(
      "Draft a mapping file here (YAML), what --mapping gives with the open questions as comments; nothing may stand there.",
      valueName: "file"))
  var writeMapping: String?

  @Option(
    help: ArgumentHelp(
      "Draft the consents that are needed here, for review and run --consents; nothing may stand there.",
      valueName: "file"))
  var writeConsents: String?

  @Flag(help: "Print the plan as JSON.")
  var json: Bool = false

  @Flag(help: "Say nothing on standard error but wrong usage and files that cannot be written.")
  var quiet: Bool = false

  @Flag(help: "Also list what is kept as it is, and name each stage on standard error as it begins.")
  var verbose: Bool = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    if let via, VersionList.names(in: via).contains("") {
      throw ValidationError("--via takes names of versions with commas between")
    }
    if let maxRejects, maxRejects < 0 { throw ValidationError("--max-rejects takes a number of at least 0") }
    if let writeMapping, writeMapping == writeConsents {
      throw ValidationError("--write-mapping and --write-consents name one file")
    }
  }

  func run() throws {
    ProgramSignals.listen()
    let files = try Faults.fileOperations()
    var request = ImportRequest(store: store, output: output)
    request.models = model
    request.modelVersion = modelVersion
    request.via = via.map(VersionList.names) ?? []
    request.sourceModels = sourceModel
    request.mappings = mapping
    request.sourceVersion = sourceVersion
    request.template = template
    request.allowed = allow
    request.maximumRejects = maxRejects
    request.consents = consents
    request.keepsUUID = keepUuid
    let drafts = [
      PlanDraft(writeMapping, name: "mapping file", option: "--write-mapping", files: files),
      PlanDraft(writeConsents, name: "consents file", option: "--write-consents", files: files),
    ].compactMap(\.self)
    try LibraryCall.run { _ in for draft in drafts { try draft.check() } }
    let speaks = verbose
    let result = Planner(request, files: files) { stage in
      if speaks { Output.message("import-legacy: \(stage)") }
    }.run()
    // Written before the plan is printed: whoever reads standard output may have gone.
    for draft in drafts {
      let text = draft.option == "--write-mapping" ? result.mappingDraft : result.consentsDraft
      if let text {
        try LibraryCall.run { _ in try draft.write(text) }
      } else if !quiet {
        Output.message("import-legacy: no \(draft.name) was written, because there is no plan")
      }
    }
    guard Output.result(json ? result.json : result.text(isVerbose: verbose)) else { throw ExitCode.failure }
    throw ExitCode(result.exitStatus)
  }
}
