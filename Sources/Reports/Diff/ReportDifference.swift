package import JSON

/// One place at which two bodies differ.
package struct ReportDifference: Sendable, Equatable {
  package enum Change: String, Sendable {
    case onlyInOld = "only-in-old"
    case onlyInNew = "only-in-new"
    case changed
  }

  /// What the place is about.
  package enum Kind: String, Sendable, CaseIterable {
    case outcome
    /// Of the source's or the destination's version: its name, its hashes, how it was recognised.
    case version
    case step
    case model
    /// Rows or links.
    case count
    case digest
    case finding
    case consent
    /// Of a kind of check: what came of it.
    case check
    case other

    /// - Parameter list: a place without the names in it.
    init(list: String) {
      let parts = list.split(separator: ".").map(String.init)
      self =
        switch parts.first {
        case "outcome": .outcome
        case "source", "destination": .version
        case "steps": parts.dropFirst().first == "entities" ? .count : .step
        case "models": .model
        case "entities", "relationships": .count
        case "attributes": parts.last == "nulls" ? .count : .digest
        case "findings": .finding
        case "consents": .consent
        case "checks": .check
        default: .other
        }
    }
  }

  /// As `entities[Book].migrated`: list elements by what they are about, not by their position.
  package let place: String
  package let kind: Kind
  package let change: Change
  /// Nil when only the new body has the place.
  package let old: JSONValue?
  /// Nil when only the old body has the place.
  package let new: JSONValue?
  /// It is about a finding that is waived, or the outcome that follows from such findings alone.
  package let isWaived: Bool

  init(place: String, kind: Kind, old: JSONValue?, new: JSONValue?, isWaived: Bool = false) {
    self.place = place
    self.kind = kind
    self.old = old
    self.new = new
    self.isWaived = isWaived
    change = old == nil ? .onlyInNew : new == nil ? .onlyInOld : .changed
  }
}
