/// What a command says of itself.
package struct CommandConfiguration: Sendable {
  package var commandName: String
  /// One sentence.
  package var abstract: String
  /// Shown as it is, line breaks included.
  package var discussion: String
  /// Printed for `--version` by this command and those below it; nil leaves `--version` unknown.
  package var version: String?
  package var subcommands: [any ParsableCommand.Type]
  /// Takes the arguments whenever the first word is no known subcommand.
  package var defaultSubcommand: (any ParsableCommand.Type)?

  package init(
    commandName: String, abstract: String = "", discussion: String = "", version: String? = nil,
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
  }
}
