/// Usage and help of a command, made from its declarations; 80 columns wide.
struct HelpText {
  private static let width = 80
  /// Where the second column begins.
  private static let indent = 26
  /// With more options than this the usage line only says that there are some.
  private static let listedOptions = 8

  /// Root first.
  let path: [any ParsableCommand.Type]

  private var configuration: CommandConfiguration {
    path.last?.configuration ?? CommandConfiguration(commandName: "")
  }

  private var definitions: [ArgumentDefinition] {
    path.last.map { ArgumentDefinition.all(in: $0.init()) } ?? []
  }

  var commandName: String { path.map { $0.configuration.commandName }.joined(separator: " ") }

  /// One line without `Usage:`.
  var usage: String { usageParts.joined(separator: " ") }

  private var usageParts: [String] {
    if !configuration.subcommands.isEmpty {
      return [commandName, configuration.defaultSubcommand == nil ? "<subcommand>" : "[<subcommand>]", "..."]
    }
    let definitions = definitions
    let named = definitions.filter { $0.kind != .positional }
    let optional = named.filter { !$0.isRequired }
    let shown = optional.count > Self.listedOptions ? ["[<options>]"] : optional.map(\.usage)
    let required = named.filter(\.isRequired).map(\.usage)
    let positional = definitions.filter { $0.kind == .positional }.map(\.usage)
    return [commandName] + positional + required + shown
  }

  var text: String {
    let definitions = definitions
    var sections: [String] = []
    if !configuration.abstract.isEmpty {
      sections.append(Self.wrap(Self.words("OVERVIEW: \(configuration.abstract)")))
    }
    if !configuration.discussion.isEmpty { sections.append(configuration.discussion) }
    sections.append(Self.wrap(["USAGE:"] + usageParts, hanging: 2, width: Self.width - 2))
    let positional = definitions.filter { $0.kind == .positional }
    if !positional.isEmpty { sections.append(list("ARGUMENTS:", positional.map(row))) }
    var options = definitions.filter { $0.kind != .positional }.map(row)
    if path.contains(where: { $0.configuration.version != nil }) {
      options.append(("--version", "Show the version."))
    }
    options.append(("-h, --help", "Show help information."))
    sections.append(list("OPTIONS:", options))
    if !configuration.subcommands.isEmpty {
      let rows = configuration.subcommands.map { subcommand -> (String, String) in
        let own = subcommand.configuration
        let isDefault = own.commandName == configuration.defaultSubcommand?.configuration.commandName
        return (own.commandName + (isDefault ? " (default)" : ""), own.abstract)
      }
      sections.append(list("SUBCOMMANDS:", rows))
      let help = (["help"] + path.dropFirst().map { $0.configuration.commandName }).joined(separator: " ")
      let program = path.first?.configuration.commandName ?? ""
      sections.append("  See '\(program) \(help) <subcommand>' for detailed help.")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private func row(_ definition: ArgumentDefinition) -> (String, String) {
    let other = definition.spellings.dropLast().map { $0 + ", " }.joined()
    var notes: [String] = []
    if !definition.allValueStrings.isEmpty {
      notes.append("values: \(definition.allValueStrings.joined(separator: ", "))")
    }
    if let value = definition.defaultDescription { notes.append("default: \(value)") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return (other + definition.display, definition.help.abstract + note)
  }

  private func list(_ title: String, _ rows: [(String, String)]) -> String {
    ([title] + rows.map { Self.line($0, $1) }).joined(separator: "\n")
  }

  private static func line(_ label: String, _ help: String) -> String {
    let label = "  " + label
    guard !help.isEmpty else { return label }
    let padding = String(repeating: " ", count: indent)
    let text = padding + wrap(words(help), hanging: indent, width: width - indent)
    guard label.count < indent else { return label + "\n" + text }
    return label + text.dropFirst(label.count)
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// `width` counts without the indentation of the lines after the first.
  private static func wrap(_ words: [String], hanging: Int = 0, width: Int = width) -> String {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: hanging))
  }
}
