import CoreDataModel
import Diagnostics

/// The regular expression of a String attribute, which must match the whole text.
struct PatternRule {
  private let regex: Regex<AnyRegexOutput>?
  private let broken: Evidence
  private let unchecked: Evidence
  /// In UTF-8 bytes.
  private let longestText: Int

  /// By the number of unbounded repetitions: a match may take the length to that power, so longer texts are
  /// left out.
  private static let longestTexts = [2000, 2000, 2000, 464, 100, 40]

  /// Nil for an attribute without one.
  init?(_ attribute: AttributeDescription, subject: PropertyKey, book: EvidenceBook) {
    guard attribute.type == .string, let pattern = attribute.regularExpression, !pattern.isEmpty else {
      return nil
    }
    let repetitions = Self.repetitions(in: pattern) ?? .max
    let isSafe = Self.longestTexts.indices.contains(repetitions)
    longestText = isSafe ? Self.longestTexts[repetitions] : 0
    regex = isSafe ? try? Regex(pattern).matchingSemantics(.unicodeScalar) : nil
    broken = book.evidence(
      .valuePattern, .warning, subject, "Texts do not match the model's regular expression.",
      recovery: [
        "The values were kept. Correct them in the app, which may refuse to save these objects until then."
      ])
    unchecked = book.evidence(
      .valuePatternNotChecked, .note, subject,
      "Texts were not held against the model's regular expression, which cannot be evaluated here.")
  }

  func check(_ key: Int64, _ text: UnsafeRawBufferPointer) {
    guard let regex, text.count <= longestText else { return unchecked.add(key) }
    let isMatch = (try? regex.wholeMatch(in: String(decoding: text, as: UTF8.self))) ?? nil
    if isMatch == nil { broken.add(key) }
  }

  /// How many unbounded repetitions a pattern has; nil where matching could take a time that grows
  /// exponentially: a repeated group that itself repeats or offers a choice, or a reference back to a group;
  /// nil for a broken one too.
  static func repetitions(in pattern: String) -> Int? {
    struct Group { var isLoose = false }
    var open: [Group] = [Group()]
    var closed: Group?
    var unboundedCount = 0
    var isInSet = false
    var characters = Array(pattern.unicodeScalars)[...]
    while let character = characters.popFirst() {
      if isInSet {
        if character == "\\" { _ = characters.popFirst() }
        if character == "]" { isInSet = false }
        continue
      }
      let last = closed
      closed = nil
      switch character {
      case "\\":
        let escaped = characters.popFirst()
        if let escaped, ("1"..."9").contains(escaped) || escaped == "k" { return nil }
      case "[": isInSet = true
      case "(": open.append(Group())
      case ")":
        guard open.count > 1, let group = open.popLast() else { return nil }
        closed = group
        if group.isLoose { open[open.count - 1].isLoose = true }
      case "|": open[open.count - 1].isLoose = true
      case "*", "+", "{":
        if character == "{" {
          let bounds = characters.prefix { $0 != "}" }
          if bounds.last != "," {
            // A bounded repetition counts as one too: `(a{1,9}){1,9}` is no better, `\d{4}` is harmless.
            if let last, last.isLoose { return nil }
            if bounds.contains(",") { open[open.count - 1].isLoose = true }
            continue
          }
        }
        if let last, last.isLoose { return nil }
        open[open.count - 1].isLoose = true
        unboundedCount += 1
      default: break
      }
    }
    return open.count == 1 && !isInSet ? unboundedCount : nil
  }
}
