import CommandLineParser

/// Questions about models.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Look at models.",
    subcommands: [
      ModelShowCommand.self, ModelHashCommand.self, ModelDiffCommand.self, ModelLintCommand.self,
    ])
}
