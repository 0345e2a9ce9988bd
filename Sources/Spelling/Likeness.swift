/// Whether two names may be names of one thing, the one before and the other after somebody renamed it.
package enum Likeness {
  /// No name is longer; the time that comparing takes grows with the length.
  private static let longestName = 128
  /// Words that say little of what is named.
  private static let fillers: Set<String> = ["is", "has", "my", "the", "of", "a"]

  /// Apart by a few letters, by case or joints alone, or with the words of the one among the words of the other.
  package static func areAlike(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count <= longestName, second.utf8.count <= longestName else { return false }
    let (one, other) = (words(first), words(second))
    guard !one.isEmpty, !other.isEmpty else { return false }
    if one.allSatisfy(other.contains) || other.allSatisfy(one.contains) { return true }
    let (plain, second) = (one.joined(), other.joined())
    let length = min(plain.count, second.count)
    return length > 2 && Suggestion.distance(plain, second) <= length / 3
  }

  /// `bookTitle`, `book_title` and `BookTitle` have the same words. A plural counts as its singular.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var isUpper = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        words.append("")
        isUpper = false
        continue
      }
      if words.isEmpty || (character.isUppercase && !isUpper) { words.append("") }
      words[words.count - 1] += character.lowercased()
      isUpper = character.isUppercase
    }
    let telling = words.filter { !$0.isEmpty && !fillers.contains($0) }
    return (telling.isEmpty ? words.filter { !$0.isEmpty } : telling).map { word in
      word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
  }
}
