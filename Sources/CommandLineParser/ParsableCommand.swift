/// A command or a tree of commands. A command with subcommands only holds them: it declares no arguments.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  mutating func run() throws
}

extension ParsableCommand {
  /// A command that only holds others has nothing to run.
  package mutating func run() throws { throw CleanExit.helpRequest }

  /// The command that `arguments` (without the program's name) ask for, its arguments parsed and validated.
  ///
  /// Throws `CommandError`, also for a request for help or version; `CommandExit` makes words of it.
  package static func parseAsRoot(_ arguments: [String]) throws -> any ParsableCommand {
    try CommandResolver(root: self).invocation(for: arguments).command
  }

  /// Parses and runs; how the program should end, and what it should still say.
  package static func execute(_ arguments: [String]) -> CommandExit {
    do {
      var invocation = try CommandResolver(root: self).invocation(for: arguments)
      do {
        try invocation.command.run()
        return CommandExit(status: ExitCode.success.rawValue)
      } catch {
        throw CommandError(path: invocation.path, underlying: error)
      }
    } catch {
      return CommandExit(error)
    }
  }

  /// The whole program: parses the process's arguments, runs, ends.
  package static func main() -> Never {
    execute(Array(CommandLine.arguments.dropFirst())).endProcess()
  }
}
