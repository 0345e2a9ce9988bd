import Spelling

/// Finds the command that the first words ask for.
struct CommandResolver {
  let root: any ParsableCommand.Type

  func invocation(for arguments: [String]) throws(CommandError) -> CommandInvocation {
    try resolve([root], arguments[...])
  }

  private func resolve(
    _ path: [any ParsableCommand.Type], _ words: ArraySlice<String>
  ) throws(CommandError) -> CommandInvocation {
    let configuration = (path.last ?? root).configuration
    if configuration.subcommands.isEmpty {
      return try CommandInvocation(path: path, words: words)
    }
    let first = words.first ?? ""
    if ["-h", "--help"].contains(first) {
      throw CommandError(path: path, underlying: CleanExit.helpRequest)
    }
    if first == "--version", let version = configuration.version {
      throw CommandError(path: path, underlying: CleanExit.message(version))
    }
    if let subcommand = subcommand(first, of: configuration) {
      return try resolve(path + [subcommand], words.dropFirst())
    }
    if path.count == 1, first == "help" {
      throw help(for: words.dropFirst(), path)
    }
    let suggestion = Suggestion.nearest(to: first, in: names(in: configuration))
    guard let fallback = configuration.defaultSubcommand else {
      let problem: UsageProblem =
        words.isEmpty
        ? .missingSubcommand
        : first.hasPrefix("-")
          ? .unknownOption(first, suggestion: nil) : .unknownSubcommand(first, suggestion: suggestion)
      throw CommandError(path: path, underlying: problem)
    }
    do {
      return try resolve(path + [fallback], words)
    } catch {
      guard let suggestion, let problem = error.underlying as? UsageProblem else { throw error }
      throw CommandError(path: error.path, underlying: UsageProblem.perhapsSubcommand(suggestion, problem))
    }
  }

  /// `help [SUBCOMMAND ...]`.
  private func help(for words: ArraySlice<String>, _ start: [any ParsableCommand.Type]) -> CommandError {
    var path = start
    for word in words {
      let configuration = (path.last ?? root).configuration
      guard let next = subcommand(word, of: configuration) else {
        let suggestion = Suggestion.nearest(to: word, in: names(in: configuration))
        return CommandError(
          path: path, underlying: UsageProblem.unknownSubcommand(word, suggestion: suggestion))
      }
      path.append(next)
    }
    return CommandError(path: path, underlying: CleanExit.helpRequest)
  }

  private func subcommand(
    _ name: String, of configuration: CommandConfiguration
  ) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }

  private func names(in configuration: CommandConfiguration) -> [String] {
    configuration.subcommands.map { $0.configuration.commandName }
  }
}
