/// One declared argument as parser and help see it.
struct ArgumentDefinition {
  enum Kind {
    case positional
    case option
    case flag
  }

  var kind: Kind
  /// Spellings, dashes included; empty for positional arguments.
  var spellings: [String]
  var help: ArgumentHelp
  var label: String
  var isRequired: Bool
  var isRepeating: Bool
  var defaultDescription: String?
  var allValueStrings: [String]
  /// Takes a word into the property; false when the word spells no value.
  var store: (String) -> Bool

  var valueName: String {
    help.valueName ?? spellings.last.map { String($0.drop(while: { $0 == "-" })) }
      ?? NameSpecification.kebabCase(label)
  }

  /// As messages name it: `<store>`, `--model <path>`, `--json`.
  var display: String {
    switch kind {
    case .positional: "<\(valueName)>"
    case .option: "\(spellings.last ?? "") <\(valueName)>"
    case .flag: spellings.last ?? ""
    }
  }

  /// As the usage line shows it: `[--model <path> ...]`.
  var usage: String {
    let repeated = display + (isRepeating ? " ..." : "")
    return isRequired ? repeated : "[\(repeated)]"
  }

  /// The declarations of a command or group, in the order in which they are written.
  static func all(in arguments: any ParsableArguments) -> [ArgumentDefinition] {
    Mirror(reflecting: arguments).children.flatMap { label, value -> [ArgumentDefinition] in
      guard let declared = value as? any DeclaredArgument else { return [] }
      // The storage of a wrapped property is named `_property`.
      return declared.definitions(label: String((label ?? "").drop(while: { $0 == "_" })))
    }
  }
}
