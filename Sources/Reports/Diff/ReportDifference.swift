package import JSON

/// One place at which two bodies differ.
package struct ReportDifference: Sendable, Equatable {
  package enum Change: String, Sendable {
    case onlyInOld = "only-in-old"
    case onlyInNew = "only-in-new"
    case changed
  }

  /// As `entities[Book].migrated`: list elements by what they are about, not by their position.
  package let place: String
  package let change: Change
  /// Nil when only the new body has the place.
  package let old: JSONValue?
  package let new: JSONValue?

  init(place: String, old: JSONValue?, new: JSONValue?) {
    self.place = place
    self.old = old
    self.new = new
    change = old == nil ? .onlyInNew : new == nil ? .onlyInOld : .changed
  }

  package var text: String {
    let place = PlainText.harmless(self.place)
    switch (old, new) {
    case (.array(let old)?, .array(let new)?): return "\(place): \(Self.changes(old, new))"
    case (let old?, let new?): return "\(place): \(Self.scalar(old)) -> \(Self.scalar(new))"
    case (_?, nil): return "\(place): only in old"
    default: return "\(place): only in new"
    }
  }

  private static func scalar(_ value: JSONValue) -> String {
    guard case .string(let text) = value, !text.isEmpty else { return PlainText.harmless(value.line) }
    return PlainText.harmless(text)
  }

  /// Lists of plain values tell which elements differ.
  private static func changes(_ old: [JSONValue], _ new: [JSONValue]) -> String {
    let (gone, come) = (elements(of: old, notIn: new), elements(of: new, notIn: old))
    if gone.isEmpty, come.isEmpty { return "the same elements in another order" }
    let parts = [("without", gone), ("with", come)].filter { !$1.isEmpty }
    return parts.map { "\($0) \($1.map(scalar).joined(separator: ", "))" }.joined(separator: "; ")
  }

  private static func elements(of first: [JSONValue], notIn second: [JSONValue]) -> [JSONValue] {
    var rest = second
    return first.filter { element in
      guard let index = rest.firstIndex(of: element) else { return true }
      rest.remove(at: index)
      return false
    }
  }
}
