/// A command with the arguments that the command line gave it.
struct CommandInvocation {
  /// Root first, the command itself last.
  let path: [any ParsableCommand.Type]
  var command: any ParsableCommand

  init(path: [any ParsableCommand.Type], words: ArraySlice<String>) throws(CommandError) {
    self.path = path
    do {
      guard let type = path.last else { throw UsageProblem.missingSubcommand }
      command = type.init()
      let definitions = ArgumentDefinition.all(in: command)
      let options = words.prefix { $0 != "--" }
      if options.contains(where: { $0 == "-h" || $0 == "--help" }) { throw CleanExit.helpRequest }
      // No value can begin with a dash unless joined by `=`, so this word is never one.
      let versions = path.compactMap { $0.configuration.version }
      if options.contains("--version"), let version = versions.last {
        throw CleanExit.message(version)
      }
      try WordParser(definitions: definitions).parse(words)
      try command.validateGroups()
      try command.validate()
    } catch {
      throw CommandError(path: path, underlying: error)
    }
  }
}
