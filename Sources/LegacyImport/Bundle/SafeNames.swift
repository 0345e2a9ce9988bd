/// Says every name in a form that may leave the user's computer: known ones as they are, each other one by a pseudonym
/// that is the same throughout a bundle.
final class SafeNames {
  /// What a pseudonym begins with.
  enum Kind: String {
    case table, column, index, view, trigger, entity, property, version, key, name
  }

  private let known: KnownNames
  private var pseudonyms: [String: String] = [:]
  private var counts: [Kind: Int] = [:]

  init(_ known: KnownNames) { self.known = known }

  /// The name that the program itself gives to a model in a store, and a file that says nothing of a version.
  private static let versions: Set<String> = ["cached model", ""]

  func callAsFunction(_ name: String, _ kind: Kind) -> String {
    known.spelling(of: name) ?? pseudonym(name, kind)
  }

  /// Versions are named by files: no name of one is known to be the developer's.
  func version(_ name: String) -> String {
    Self.versions.contains(name) ? name : pseudonym(name, .version)
  }

  func metadataKey(_ key: String) -> String {
    KnownNames.metadataKeys.contains(key) ? key : pseudonym(key, .key)
  }

  /// What a finding is about: a name, or two with a dot between. Names may hold dots themselves.
  func subject(_ text: String, _ kind: Kind) -> String {
    if let plain = told(text) { return plain }
    for dot in text.indices where text[dot] == "." {
      let (owner, part) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
      if let owner = told(owner), !part.isEmpty {
        let isTable = owner.hasPrefix("\(Kind.table.rawValue)-")
        return "\(owner).\(self(part, isTable ? .column : kind == .entity ? .property : kind))"
      }
    }
    return pseudonym(text, kind)
  }

  /// A name that is known, or has its pseudonym already.
  private func told(_ name: String) -> String? {
    known.spelling(of: name) ?? pseudonyms[KnownNames.folded(name)]
  }

  /// Whether somebody has given this name to something, although it may be a word of SQL's too.
  func hasPseudonym(_ name: String) -> Bool { pseudonyms[KnownNames.folded(name)] != nil }

  private func pseudonym(_ name: String, _ kind: Kind) -> String {
    // SQL does not tell upper case from lower case.
    let key = KnownNames.folded(name)
    if let given = pseudonyms[key] { return given }
    let number = (counts[kind] ?? 0) + 1
    counts[kind] = number
    let pseudonym = "\(kind.rawValue)-\(number)"
    pseudonyms[key] = pseudonym
    return pseudonym
  }
}
