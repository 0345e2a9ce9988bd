import CommandLineParser
import FileOperations
import LegacyImport
import Reports
import StoreProtection
import Subprocesses

/// Many stores, on disposable copies.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Try the migration of many stores on disposable copies, and tell in one table how it went.",
    discussion: """
      Changes nothing. Of folders every file counts that begins as a database does;
      patterns (*, ?, [a-z], **) need not be expanded by a shell.
      Exit status 0: all clean and as accepted; 1: a store is not, or differs.
      """)

  @Argument(
    help: ArgumentHelp("Stores, folders with stores in them, and patterns of either.", valueName: "store"))
  var stores: [String]

  @OptionGroup var route: RouteOptions

  @Option(help: ArgumentHelp("Stores at a time (default: one for each core).", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Give a store up after so long, and go on with the others.", valueName: "seconds"))
  var timeLimit: Int = 3600

  @Option(help: "Place for the copies, instead of the temporary folder.")
  var workDir: String?

  @Option(
    help: ArgumentHelp(
      "Compare each store's report with the one that was accepted last.", valueName: "folder"))
  var baseline: String?

  @Flag(help: "With --baseline: accept the reports of this rehearsal.")
  var accept: Bool = false

  @Option(help: "Also write the report here (.json or .txt).")
  var report: String?

  @Option(help: ArgumentHelp("Also write JUnit XML here.", valueName: "file"))
  var junit: String?

  @Flag(help: "Print annotations for GitHub Actions after the table.")
  var github: Bool = false

  @Flag(help: "Print the report as JSON.")
  var json: Bool = false

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if let report, RehearsalFile.report(report) == nil {
      throw ValidationError("--report takes a name that ends in .json or .txt")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number of at least 1") }
    // What a year has is longer than any machine stays up for this.
    guard (1...31_536_000).contains(timeLimit) else {
      throw ValidationError("--time-limit takes a number of seconds of at least 1")
    }
    if accept, baseline == nil { throw ValidationError("--accept is for use with --baseline") }
    if github, json { throw ValidationError("--github and --json exclude each other on standard output") }
    if stores.contains("") { throw ValidationError("a store has a name") }
  }

  func run() throws {
    ProgramSignals.listen()
    let display = progress.display()
    throw try LibraryCall.run { files in
      do {
        return try rehearse(files, display)
      } catch let error as FileError {
        Output.message("import-legacy: \(error)")
        return ExitCode.failure
      } catch let error as ChildProcess.SpawnError {
        let reason = FileError(operation: "", path: "", code: error.code).reason
        Output.message("import-legacy: this program could not be started for a store: \(reason)")
        return ExitCode.failure
      } catch let error as Rehearsal.Interrupted {
        if !progress.quiet {
          Output.message(
            "import-legacy: interrupted after \(error.done) stores; nothing of yours was changed")
        }
        return ExitCode(10)
      }
    }
  }

  private var outputs: [RehearsalFile] {
    [report.flatMap(RehearsalFile.report), junit.map(RehearsalFile.junit)].compactMap { $0 }
  }

  private func rehearse(_ files: FileOperations, _ display: ProgressDisplay) throws -> ExitCode {
    defer { display.close() }
    if let workDir, try files.statusIfPresent(of: workDir)?.kind != .folder {
      Output.message("import-legacy: --work-dir names no folder: \(workDir)")
      throw ExitCode.validationFailure
    }
    let kept = try baseline.map { try openBaseline($0, files) }
    let began = ContinuousClock.now
    let search = try StoreSearch(stores, with: files)
    if Interruption.isRequested { throw Rehearsal.Interrupted(done: 0) }
    try RehearsalFiles.check(
      outputs.map { ($0.option, $0.path) }, requests: search.stores.map { route.request($0.path) },
      with: files)
    let jobs = min(self.jobs ?? Processors.count, max(1, search.stores.count))
    let rehearsal = Rehearsal(
      options: route.words, jobs: jobs, timeLimit: timeLimit, workFolder: workDir, display: display,
      files: files)
    var results = try rehearsal.run(search.stores)
    for index in results.indices {
      guard let kept else { break }
      results[index].comparison = try accept ? kept.accept(results[index]) : kept.compare(results[index])
    }
    let report = RehearsalReport(
      stores: results,
      skipped: .init(
        companions: search.companions, others: search.others, undecodable: search.undecodable),
      withoutStore: search.withoutStore, unreadable: search.unreadable,
      vanished: try kept?.vanished(from: results.map(\.name)) ?? [],
      seconds: (ContinuousClock.now - began) / .seconds(1), jobs: jobs,
      meta: [
        "tool": "import-legacy", "toolVersion": .string(Version.text),
        "models": .array(route.model.map { .string(FileName.last(of: $0)) }),
      ])
    display.close()
    return close(report, files)
  }

  private func openBaseline(_ folder: String, _ files: FileOperations) throws -> Baseline {
    if accept { _ = try files.createFolderIfAbsent(folder, mode: 0o755, at: .baseline) }
    guard try files.statusIfPresent(of: folder, at: .baseline)?.kind == .folder else {
      Output.message(
        "import-legacy: there is no folder \(folder) with accepted reports; --accept makes one")
      throw ExitCode.validationFailure
    }
    return Baseline(folder: folder, files: files)
  }

  /// Files first: whoever reads standard output may have gone.
  private func close(_ report: RehearsalReport, _ files: FileOperations) -> ExitCode {
    var isWritten = true
    for file in outputs {
      do {
        try file.write(report, with: files)
      } catch {
        Output.message("import-legacy: \(file.option) could not be written. \(error)")
        isWritten = false
      }
    }
    let annotations = github ? GitHubAnnotations(report).text() : ""
    if !Output.result(json ? report.json() : RehearsalText(report).text() + annotations) {
      Output.message("import-legacy: the report could not be written to standard output")
      isWritten = false
    }
    return isWritten ? ExitCode(report.exitStatus) : ExitCode.failure
  }
}
