import CommandLineParser
import Diagnostics
import FileOperations
import JSON
import StoreProtection

/// A store that cannot be opened, moved out of the way, and back.
struct SetAsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-aside",
    abstract:
      "Move STORE, which cannot be opened, with all that belongs to it into a dated folder beside it.",
    discussion: "Nothing is copied, replaced or deleted. --undo brings everything back.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Flag(help: "Bring back what was set aside.")
  var undo: Bool = false

  @Option(help: "With --undo: the dated folder, instead of the newest.")
  var folder: String?

  @Option(help: ArgumentHelp("Wait so long for programs that have the store open.", valueName: "seconds"))
  var wait: Int = 0

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func validate() throws {
    if wait < 0 { throw ValidationError("--wait takes a number of seconds") }
    if folder != nil, !undo { throw ValidationError("--folder is for --undo") }
  }

  func run() throws {
    ProgramSignals.listen()
    let result = try LibraryCall.run { files in
      let command = try SetAside(store, wait: wait, with: files)
      defer { command.close() }
      return undo ? try command.back(folder) : try command.away()
    }
    let name = FileName.last(of: store)
    guard
      Output.result(
        json ? SetAsideText.json(result, store: name).text : SetAsideText.words(result, store: name))
    else { throw ExitCode.failure }
  }
}
