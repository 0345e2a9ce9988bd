import CoreDataModel
import Diagnostics

/// Names made up for the entities and properties that rules add to a source, and what people call them.
///
/// They stand in our private copy of a store alone. No name of either model holds their mark, so that every text can
/// be put back into people's words.
package struct ShapedNames: Sendable {
  private static let digits = 6
  private let mark: String
  private var shownNames: [String] = []

  init(avoiding models: [ManagedObjectModel]) {
    var names: [String] = []
    for entity in models.flatMap(\.entities) {
      names.append(entity.name)
      for attribute in entity.attributes {
        names.append(attribute.name)
        names += attribute.compositeElements.map(\.name)
      }
      names += entity.relationships.map(\.name)
    }
    names = names.map { $0.uppercased() }
    var mark = "ruled"
    while names.contains(where: { $0.contains(mark.uppercased()) }) { mark += "x" }
    self.mark = mark
  }

  /// A new name for something that people know as `shown`.
  mutating func make(_ shown: String) -> String {
    shownNames.append(shown)
    let number = String(shownNames.count - 1)
    return mark + String(repeating: "0", count: max(0, Self.digits - number.count)) + number
  }

  package func isMadeUp(_ name: String) -> Bool { shown(name) != name }

  /// A text with people's names in the place of those made up.
  package func shown(_ text: String) -> String {
    guard text.contains(mark) else { return text }
    var result = ""
    var rest = Substring(text)
    while let found = rest.firstRange(of: mark) {
      result += rest[..<found.lowerBound]
      let digits = rest[found.upperBound...].prefix(Self.digits)
      rest = rest[digits.endIndex...]
      if let number = Int(digits), shownNames.indices.contains(number) {
        result += shownNames[number]
      } else {
        result += mark + digits
      }
    }
    return result + rest
  }

  package func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    var result = diagnostic
    result.subject.entity = diagnostic.subject.entity.map(shown)
    result.subject.property = diagnostic.subject.property.map(shown)
    result.summary = shown(diagnostic.summary)
    result.recovery = diagnostic.recovery.map(shown)
    return result
  }

  package func shown(_ obstacle: Obstacle) -> Obstacle {
    var result = obstacle
    result.diagnostic = shown(obstacle.diagnostic)
    result.consents = obstacle.consents.map(shown)
    return result
  }
}
