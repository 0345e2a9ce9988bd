/// How an option or flag is spelled.
package enum NameSpecification: Sendable {
  /// `--property-name`.
  case long
  /// `-p` and `--property-name`.
  case shortAndLong
  case customLong(String)

  /// The spellings for the property `label`, in camel case, dashes included; the long one last.
  func spellings(label: String) -> [String] {
    let kebab = Self.kebabCase(label)
    return switch self {
    case .long: ["--\(kebab)"]
    case .shortAndLong: ["-\(kebab.prefix(1))", "--\(kebab)"]
    case .customLong(let name): ["--\(name)"]
    }
  }

  /// `keepUUID` becomes `keep-uuid`, `idMap` becomes `id-map`.
  static func kebabCase(_ label: String) -> String {
    let characters = Array(label)
    var result = ""
    for (index, character) in characters.enumerated() {
      let endsAcronym =
        index + 1 < characters.count && characters[index + 1].isLowercase && index > 0
        && characters[index - 1].isUppercase
      if index > 0, character.isUppercase, !characters[index - 1].isUppercase || endsAcronym {
        result += "-"
      }
      result += character.lowercased()
    }
    return result
  }
}
