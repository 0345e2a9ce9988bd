import CommandLineParser

/// One version of a model.
struct ModelShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print one version of MODEL: entities, properties, indexes.")

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom.")
  var model: String

  @Option(help: "Version to print, instead of the model's current one.")
  var modelVersion: String?

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    let shown = try LibraryCall.run { try ModelReading(model, with: $0).model(modelVersion) }
    guard Output.result(json ? ModelJSON(shown).value.text : ModelText(shown).text()) else {
      throw ExitCode.failure
    }
  }
}
