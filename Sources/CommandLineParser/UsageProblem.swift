/// Why a command line cannot be understood.
package indirect enum UsageProblem: Error, Equatable, CustomStringConvertible {
  case unknownOption(String, suggestion: String?)
  case unknownSubcommand(String, suggestion: String?)
  case missingSubcommand
  case missingValue(String)
  case unexpectedValue(String)
  case invalidValue(String, argument: String, accepted: [String])
  case givenTwice(String)
  case missingArgument(String)
  case unexpectedArguments([String])
  /// A problem of the default subcommand, whose first argument looks like a misspelled subcommand.
  case perhapsSubcommand(String, UsageProblem)

  package var description: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "Unknown option '\(option)'.\(Self.didYouMean(suggestion))"
    case .unknownSubcommand(let word, let suggestion):
      "Unknown subcommand '\(word)'.\(Self.didYouMean(suggestion))"
    case .missingSubcommand: "Missing a subcommand."
    case .missingValue(let argument): "Missing value for '\(argument)'."
    case .unexpectedValue(let option): "The option '\(option)' takes no value."
    case .invalidValue(let value, let argument, let accepted):
      "The value '\(value)' is invalid for '\(argument)'."
        + (accepted.isEmpty ? "" : " Accepted: \(accepted.joined(separator: ", ")).")
    case .givenTwice(let argument): "The option '\(argument)' was given more than once."
    case .missingArgument(let argument): "Missing expected argument '\(argument)'."
    case .unexpectedArguments(let words):
      "Unexpected argument\(words.count == 1 ? "" : "s"): \(words.map { "'\($0)'" }.joined(separator: ", "))."
    case .perhapsSubcommand(let name, let problem): "\(problem) Did you mean the subcommand '\(name)'?"
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean '\($0)'?" } ?? ""
  }
}
