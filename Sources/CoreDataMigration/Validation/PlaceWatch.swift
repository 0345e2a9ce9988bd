import CoreDataModel
import Diagnostics

/// Notes places of the source's ordered lists that say nothing or not enough. Lists come one after another,
/// in order.
final class PlaceWatch {
  private let missing: Evidence
  private let repeated: Evidence
  private var owner: Int64?
  private var place: Int64?
  private var object: Int64 = 0
  private var isCounted = false

  /// - Parameters:
  ///   - entity: what the lists hold; keys are of its rows.
  ///   - property: leads from there to the list's owner; the list's own name where nothing leads back.
  init(entity: String, property: String, _ book: EvidenceBook) {
    missing = book.evidence(
      .sourceOrderMissing, .note, entity: entity, property: property,
      "Objects of ordered lists had no place in the source: they stand first in their list now.")
    repeated = book.evidence(
      .sourceOrderRepeated, .note, entity: entity, property: property,
      "Objects of ordered lists shared their place in the source: they are in the order of their keys now."
    )
  }

  func see(owner: Int64, object: Int64, place: Int64?) {
    if place == nil { missing.add(object) }
    if let place, self.owner == owner, self.place == place {
      if !isCounted { repeated.add(self.object) }
      repeated.add(object)
      isCounted = true
    } else {
      isCounted = false
    }
    self.owner = owner
    self.place = place
    self.object = object
  }
}
