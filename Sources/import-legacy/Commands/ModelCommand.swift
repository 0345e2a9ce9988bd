import CommandLineParser

/// Questions about models.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Look at models, and compile them.",
    subcommands: [
      ModelShowCommand.self, ModelHashCommand.self, ModelDiffCommand.self, ModelLintCommand.self,
      ModelCompileCommand.self,
    ])
}
