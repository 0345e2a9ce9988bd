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
      With --verbose it also lists what is kept as it is.
      Exit status 0: run would go through; 1: so too, with warnings; 3: run would refuse; else as run.
      """)

  @OptionGroup var options: MigrationOptions

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

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if let writeMapping, writeMapping == writeConsents {
      throw ValidationError("--write-mapping and --write-consents name one file")
    }
  }

  func run() throws {
    ProgramSignals.listen()
    let files = try Faults.fileOperations()
    let drafts = [
      PlanDraft(writeMapping, name: "mapping file", option: "--write-mapping", files: files),
      PlanDraft(writeConsents, name: "consents file", option: "--write-consents", files: files),
    ].compactMap(\.self)
    try LibraryCall.run { _ in for draft in drafts { try draft.check() } }
    let display = progress.display()
    let result = Planner(options.request, files: files, progress: display.ofImport).run()
    display.close()
    // Written before the plan is printed: whoever reads standard output may have gone.
    for draft in drafts {
      let text = draft.option == "--write-mapping" ? result.mappingDraft : result.consentsDraft
      if let text {
        try LibraryCall.run { _ in try draft.write(text) }
      } else if !progress.quiet {
        Output.message("import-legacy: no \(draft.name) was written, because there is no plan")
      }
    }
    guard Output.result(json ? result.json : result.text(isVerbose: progress.verbose)) else {
      throw ExitCode.failure
    }
    throw ExitCode(result.exitStatus)
  }
}
