import Diagnostics
import YAML

extension MappingProblems {
  mutating func add(_ error: YAMLError) {
    let id: DiagnosticID
    let recovery: String
    switch error.reason {
    case .empty, .notUTF8, .controlCharacter, .malformed:
      (id, recovery) = (.mappingSyntax, "Correct the file; it is YAML (or JSON) in UTF-8.")
    case .anchor, .alias, .tag, .severalDocuments, .keyNotScalar:
      (id, recovery) = (.mappingUnsupportedYAML, "Write the file without them.")
    case .tooLarge, .tooManyNodes, .tooDeep, .scalarTooLong, .outOfMemory:
      (id, recovery) = (.mappingTooLarge, "Check that this is the file you mean.")
    case .duplicateKey: (id, recovery) = (.mappingDuplicateKey, "Remove one of them.")
    }
    let place = MappingPlace(line: error.mark.line, column: error.mark.column)
    add(id, at: place, error.description, recovery: [recovery])
  }
}
