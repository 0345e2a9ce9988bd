import CoreDataMapping
import Diagnostics

/// Where a rule stands: file, line, column, keys.
package struct RulePlace: Sendable, Hashable {
  package let file: String
  package let place: MappingPlace

  package init(file: String, place: MappingPlace) {
    self.file = file
    self.place = place
  }

  package var text: String {
    "\(file), line \(place.line), column \(place.column)" + (place.path.isEmpty ? "" : ", \(place.path)")
  }
}
