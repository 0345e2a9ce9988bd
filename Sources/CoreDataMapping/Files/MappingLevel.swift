/// Which keys stand where, in the order in which they are written.
enum MappingLevel: CaseIterable {
  case file
  case step
  case entity
  case values
  case merge
  case assertion

  var keys: [String] {
    switch self {
    case .file: ["version", "steps", "assert"]
    case .step: ["from", "to", "entities", "drop", "merge", "defaults"]
    case .entity: ["name", "from", "where", "set", "values", "connect", "on-invalid"]
    case .values: ["from", "map", "default"]
    case .merge: ["entity", "by", "keep"]
    case .assertion: ["name", "on", "query", "expect"]
    }
  }

  /// Where the keys belong, for people.
  var text: String {
    switch self {
    case .file: "the file itself"
    case .step: "a step, an item of `steps`"
    case .entity: "an item of `entities`"
    case .values: "an entry of `values`"
    case .merge: "an item of `merge`"
    case .assertion: "an item of `assert`"
    }
  }
}
