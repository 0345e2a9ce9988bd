import Spelling

/// Gives the words of a command line to the declared arguments.
struct WordParser {
  let definitions: [ArgumentDefinition]

  func parse(_ words: ArraySlice<String>) throws(UsageProblem) {
    var rest = words
    var given: Set<String> = []
    var positional: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        positional.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (spelling, joined) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
      guard let definition = definitions.first(where: { $0.spellings.contains(spelling) }) else {
        let known = definitions.flatMap(\.spellings) + ["--help"]
        throw .unknownOption(spelling, suggestion: Suggestion.nearest(to: spelling, in: known))
      }
      if definition.kind == .flag {
        guard joined == nil else { throw .unexpectedValue(spelling) }
        _ = definition.store(word)
        continue
      }
      guard given.insert(definition.display).inserted || definition.isRepeating else {
        throw .givenTwice(spelling)
      }
      if let joined {
        try store(joined, in: definition)
      } else if let next = rest.first, next == "-" || !next.hasPrefix("-") {
        try store(next, in: definition)
        rest.removeFirst()
      } else {
        throw .missingValue(definition.display)
      }
    }
    try place(positional[...])
    for definition in definitions where definition.kind == .option && definition.isRequired {
      guard given.contains(definition.display) else { throw .missingArgument(definition.display) }
    }
  }

  private func place(_ words: ArraySlice<String>) throws(UsageProblem) {
    var rest = words
    for definition in definitions where definition.kind == .positional {
      guard let word = rest.popFirst() else {
        guard !definition.isRequired else { throw .missingArgument(definition.display) }
        continue
      }
      try store(word, in: definition)
      while definition.isRepeating, let word = rest.popFirst() { try store(word, in: definition) }
    }
    guard rest.isEmpty else { throw .unexpectedArguments(Array(rest)) }
  }

  private func store(_ word: String, in definition: ArgumentDefinition) throws(UsageProblem) {
    guard definition.store(word) else {
      throw .invalidValue(word, argument: definition.display, accepted: definition.allValueStrings)
    }
  }
}
