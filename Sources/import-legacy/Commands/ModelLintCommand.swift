import CommandLineParser
import CoreDataModel

/// Advice on one version.
struct ModelLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Look for what may go wrong with MODEL.",
    discussion: "Exit status 0: nothing found; 1: something.")

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom.")
  var model: String

  @Option(help: "Version to look at, instead of the model's current one.")
  var modelVersion: String?

  @Flag(help: "Also what a store that CloudKit mirrors may not have.")
  var cloudkit: Bool = false

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    let (version, findings) = try LibraryCall.run { files in
      let reading = try ModelReading(model, with: files)
      let version = try reading.model(modelVersion)
      return (
        version.name, reading.warnings(of: version) + ModelLint.findings(in: version, forCloudKit: cloudkit)
      )
    }
    let text =
      json ? LintText.json(findings, version: version).text : LintText.text(findings, version: version)
    guard Output.result(text) else { throw ExitCode.failure }
    throw ExitCode(findings.isEmpty ? 0 : 1)
  }
}
