/// Why two things are taken for one, in words.
struct Counterpart {
  let name: String
  let renamingIdentifier: String?

  init(_ name: String, _ renamingIdentifier: String?) {
    self.name = name
    self.renamingIdentifier = renamingIdentifier
  }

  /// - Parameter other: of the later version.
  func reason(for other: Counterpart) -> String {
    let identifier = other.renamingIdentifier ?? other.name
    if name == other.name, renamingIdentifier ?? name == name, identifier == name { return "same name" }
    // Where nothing changed, each thing is its own counterpart.
    if name == other.name, renamingIdentifier ?? name != identifier { return "same name" }
    return "renaming identifier \(identifier)"
  }
}
