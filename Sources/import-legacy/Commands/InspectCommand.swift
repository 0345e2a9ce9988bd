import CommandLineParser
import LegacyImport

/// What is in a store.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Tell what is in STORE: files, version, entities with their rows, damage.",
    discussion: "Changes nothing. Without a model the one that STORE caches is used, if it has one.")

  @Argument(help: "The store's main file; its -wal, -journal and external data are found beside it.")
  var store: String

  @Option(
    help:
      "A model that may hold STORE's version: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom; repeated, the models are merged."
  )
  var model: [String] = []

  @Option(help: "More places to look for the store's version. May be repeated.")
  var sourceModel: [String] = []

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    ProgramSignals.listen()
    let request = InspectionRequest(store: store, models: model, sourceModels: sourceModel)
    let result = Inspector(request, files: try Faults.fileOperations()).run()
    guard Output.result(json ? result.json : result.text) else { throw ExitCode.failure }
    throw ExitCode(result.exitStatus)
  }
}
