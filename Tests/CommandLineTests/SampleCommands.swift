import CommandLineParser

enum Style: String, CaseIterable, ExpressibleByArgument {
  case auto
  case bar
  case none
}

struct Shared: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say less.") var quiet = false
  @Option(help: "How progress is shown.") var progress = Style.auto

  mutating func validate() throws {
    if quiet, progress == .bar { throw ValidationError("--quiet and --progress bar exclude each other.") }
  }
}

/// A command that shows what it was given.
protocol Showing: ParsableCommand {
  var shown: String { get }
}

struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "Moves things.", version: "tool 1.2",
    subcommands: [Run.self, Inspect.self, Model.self, Fail.self], defaultSubcommand: Run.self)
}

struct Run: Showing {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Move a store to the current version, wherever it may have come from before.",
    discussion: "Nothing is lost.")

  @Argument(help: ArgumentHelp("The store.", valueName: "store")) var store: String
  @Option(help: ArgumentHelp("A model; repeat to merge.", valueName: "path")) var model: [String] = []
  @Option(help: "Write there.") var output: String?
  @Option(help: "Copies to keep.") var keepCopies = 3
  @Option(name: .customLong("id-map")) var mapFile: String?
  @Flag(help: "Everything but the last step.") var dryRun = false
  @OptionGroup var shared: Shared

  mutating func validate() throws {
    if keepCopies < 1 { throw ValidationError("--keep-copies is at least 1.") }
  }

  mutating func run() throws {}

  var shown: String {
    "run store=\(store) model=\(model) output=\(output ?? "nil") keep=\(keepCopies) map=\(mapFile ?? "nil")"
      + " dry=\(dryRun) quiet=\(shared.quiet) progress=\(shared.progress)"
  }
}

struct Inspect: Showing {
  static let configuration = CommandConfiguration(commandName: "inspect", abstract: "Look at stores.")

  @Argument var store: String
  @Argument var table: String?
  @Argument var others: [String] = []
  @Option var key: Int64

  var shown: String { "inspect store=\(store) table=\(table ?? "nil") others=\(others) key=\(key)" }
}

struct Model: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Models.", subcommands: [ModelHash.self])
}

struct ModelHash: Showing {
  static let configuration = CommandConfiguration(commandName: "hash", abstract: "Version hashes.")

  @Argument var models: [String]
  @Option var form: [String] = ["hex"]

  var shown: String { "hash models=\(models) form=\(form)" }
}

struct Fail: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "fail", abstract: "Ends in some way.")

  enum Way: String, CaseIterable, ExpressibleByArgument {
    case status
    case message
    case validation
    case other
    case well
  }

  struct Broken: Error {}

  @Argument var way: Way

  mutating func run() throws {
    switch way {
    case .status: throw ExitCode(7)
    case .message: throw CleanExit.message("enough")
    case .validation: throw ValidationError("not like this")
    case .other: throw Broken()
    case .well: break
    }
  }
}
