import CommandLineParser
import FileOperations
import JSON
import StoreProtection

/// The safety copies of a store.
struct CopiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copies", abstract: "The safety copies of a store.",
    subcommands: [CopiesListCommand.self, CopiesVerifyCommand.self, CopiesPruneCommand.self])
}

struct CopiesListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the safety copies of STORE.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Flag(help: "Print JSON.")
  var json: Bool = false

  func run() throws {
    let copies = try LibraryCall.run { files in
      try StoreStatus(of: StoreAddress(store, with: files), with: files).copies
    }
    let text =
      json ? JSONValue.array(copies.map(CopiesText.json)).text : CopiesText.table(copies)
    guard Output.result(text) else { throw ExitCode.failure }
  }
}

struct CopiesVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read the safety copies of STORE again and check every digest.",
    discussion: "Exit status 0: all are sound; 1: one is not.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Option(help: "Number of the only copy to look at.")
  var copy: Int?

  func run() throws {
    var isSound = true
    let lines = try LibraryCall.run { files in
      let session = try InPlaceSession(StoreAddress(store, with: files), wait: 0, with: files)
      defer { session.close() }
      if let copy { try session.requireKnown(copy) }
      return try (copy.map { [$0] } ?? session.journal.copies.map(\.number)).map { number in
        let damage = try session.damage(ofCopy: number)
        if damage != nil { isSound = false }
        return damage.map { "\(number): error[\($0.id)]: \($0.summary)\n" } ?? "\(number): sound\n"
      }
    }
    guard Output.result(lines.isEmpty ? "No safety copies.\n" : lines.joined()) else {
      throw ExitCode.failure
    }
    throw ExitCode(isSound ? 0 : 1)
  }
}

struct CopiesPruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove older safety copies of STORE.",
    discussion: "The newest stay, and that of the first import, unless a copy is named.")

  @Argument(help: "The store's main file, or where it was.")
  var store: String

  @Option(help: "So many of the newest stay (default 3).")
  var keep: Int?

  @Option(help: "Remove this copy and no other. May be repeated.")
  var copy: [Int] = []

  func validate() throws {
    if keep != nil, !copy.isEmpty { throw ValidationError("--keep and --copy exclude each other") }
    if let keep, keep < 1 { throw ValidationError("--keep takes a number of at least 1") }
  }

  func run() throws {
    ProgramSignals.listen()
    let numbers = try LibraryCall.run { files in
      let session = try InPlaceSession(StoreAddress(store, with: files), wait: 0, with: files)
      defer { session.close() }
      return try session.pruneByHand(keeping: keep ?? 3, named: Set(copy))
    }
    let text =
      numbers.isEmpty
      ? "Nothing removed.\n" : "Removed: \(numbers.map(String.init).joined(separator: ", ")).\n"
    guard Output.result(text) else { throw ExitCode.failure }
  }
}
