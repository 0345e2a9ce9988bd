import CommandLineParser
import CoreDataModel

/// Two versions: what differs, and what that means for a store.
struct ModelDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two versions, of two models or of one.",
    discussion: """
      For each difference: whether it changes what is stored, whether it changes the version hash, and
      whether Core Data can infer the migration.
      Exit status 0: no difference; 1: something differs.
      """)

  @Argument(help: ArgumentHelp("The earlier model.", valueName: "old"))
  var old: String

  @Argument(
    help: ArgumentHelp("The later model; the same again to compare two of its versions.", valueName: "new"))
  var new: String

  @Option(help: "Version of OLD, instead of its current one.")
  var from: String?

  @Option(help: "Version of NEW, instead of its current one.")
  var to: String?

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    let difference = try LibraryCall.run { files in
      let earlier = try ModelReading(old, with: files)
      let later = old == new ? earlier : try ModelReading(new, with: files)
      return ModelDifference(from: try earlier.model(from), to: try later.model(to))
    }
    let text =
      json ? ModelDifferenceJSON.value(difference).text : ModelDifferenceText(difference).text()
    guard Output.result(text) else { throw ExitCode.failure }
    throw ExitCode(difference.isEmpty ? 0 : 1)
  }
}
