/// One property in the order that says which of several duplicates stays.
package struct KeepTerm: Sendable, Hashable {
  package var property: String
  package var isDescending: Bool

  package init(_ property: String, isDescending: Bool = false) {
    self.property = property
    self.isDescending = isDescending
  }

  package var text: String { isDescending ? "\(property) DESC" : property }

  /// `property`, `property ASC` or `property DESC`, with commas between; nil for anything else.
  package static func terms(_ text: String) -> [KeepTerm]? {
    var terms: [KeepTerm] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split { $0 == " " }
      let direction = words.count == 2 ? words[1].uppercased() : "ASC"
      guard (1...2).contains(words.count), ["ASC", "DESC"].contains(direction) else { return nil }
      terms.append(KeepTerm(String(words[0]), isDescending: direction == "DESC"))
    }
    return terms
  }
}
