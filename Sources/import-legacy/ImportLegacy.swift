import CommandLineParser
import LegacyImport

/// The program: its commands, and `run` where none is named.
struct ImportLegacy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-legacy",
    abstract:
      "Migrates legacy Core Data stores to newer versions of their model, without Apple's frameworks.",
    discussion: "import-legacy STORE --model MODEL is short for import-legacy run STORE ….",
    version: Version.text,
    subcommands: [
      RunCommand.self, InspectCommand.self, PlanCommand.self, VerifyCommand.self, RehearseCommand.self,
      StatusCommand.self, RestoreCommand.self, CopiesCommand.self, SetAsideCommand.self,
      DiffCommand.self, ReportCommand.self, ModelCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
