import CommandLineParser
import FileOperations
import JSON
import StoreProtection

/// Where the runs on a store stand.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell where the last run in place stands and what the next would do.",
    discussion: "Changes nothing.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    let text = try LibraryCall.run { files in
      let status = try StoreStatus(of: StoreAddress(store, with: files), with: files)
      return json ? StatusText.json(status).text : StatusText.words(status, store: FileName.last(of: store))
    }
    guard Output.result(text) else { throw ExitCode.failure }
  }
}
