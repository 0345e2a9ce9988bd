import CommandLineParser
import FileOperations
import JSON
import LegacyImport
import StoreProtection

/// Where the runs on a store stand.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the last run in place stands and what the next would do.",
    discussion: "Changes nothing. A bundle is made of any store, a damaged one too.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Flag(help: "Print JSON.")
  var json: Bool = false

  @Option(
    help: ArgumentHelp(
      "Also write what a maintainer needs here (.json), without values, paths and names of yours; nothing may stand there.",
      valueName: "file"))
  var bundle: String?

  @Option(
    help:
      "With --bundle: a model that may hold the store's version, for the names of its properties; repeated, the models are merged."
  )
  var model: [String] = []

  func validate() throws {
    if bundle == nil, !model.isEmpty { throw ValidationError("--model is for --bundle") }
    if let bundle, !bundle.hasSuffix(".json") {
      throw ValidationError("--bundle takes a name that ends in .json")
    }
  }

  func run() throws {
    if let bundle { try write(bundle) }
    let text = try LibraryCall.run { files in
      let status = try StoreStatus(of: StoreAddress(store, with: files), with: files)
      return json ? StatusText.json(status).text : StatusText.words(status, store: FileName.last(of: store))
    }
    guard Output.result(text) else { throw ExitCode.failure }
  }

  /// Before the status is told: it may be that which cannot be told.
  private func write(_ bundle: String) throws {
    ProgramSignals.listen()
    try LibraryCall.run { files in
      let bundler = SupportBundler(store: store, models: model, files: files)
      let place = NewOutput(bundle, files: files, point: .bundle, option: "--bundle")
      try place.refuseTaken()
      try bundler.check(bundle)
      try place.createFile(with: Array(bundler.run().json.utf8), mode: 0o600)
    }
    Output.message("import-legacy: the bundle is written; read it before you send it")
  }
}
