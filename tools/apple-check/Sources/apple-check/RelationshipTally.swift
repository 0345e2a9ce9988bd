import CoreData
import CryptoKit
import Foundation

/// Number and digest of the links of one relationship, over the objects of one exact entity in ascending key.
struct RelationshipTally {
  let name: String
  private let relationship: NSRelationshipDescription
  private var links = 0
  /// Links whose object cannot be fetched.
  private(set) var unavailable = 0
  private var hash = SHA256()

  init(_ relationship: NSRelationshipDescription) {
    self.relationship = relationship
    name = relationship.name
  }

  /// Faults every object that the relationship leads to.
  mutating func take(_ owner: NSManagedObject, key: Int64) {
    var targets: [NSManagedObject]
    switch owner.value(forKey: name) {
    case let object as NSManagedObject: targets = [object]
    case let ordered as NSOrderedSet: targets = ordered.array.compactMap { $0 as? NSManagedObject }
    case let set as Set<NSManagedObject>: targets = Array(set)
    default: targets = []
    }
    for target in targets {
      // An object that is gone shows when it is fired, and not before.
      if (try? target.managedObjectContext?.existingObject(with: target.objectID)) == nil { unavailable += 1 }
    }
    var keys = targets.map { ObjectKey.of($0.objectID) }
    if !relationship.isOrdered { keys.sort() }
    links += keys.count
    var record = Canonical()
    record.key(key)
    record.integer(Int64(keys.count))
    for target in keys { record.integer(target) }
    hash.update(data: record.bytes)
  }

  func json(entity: String) -> [String: Any] {
    let digest = hash.finalize().map { String(format: "%02x", $0) }.joined()
    return [
      "entity": entity, "name": name, "links": links, "unavailable": unavailable, "digest": "sha256:" + digest,
    ]
  }
}
