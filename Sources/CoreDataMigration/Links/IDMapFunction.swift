import CoreDataModel
import SQLite

/// Offers the old-id map to SQL as `idmap(slot, oldKey)`: the new key, or NULL for a link that leads nowhere.
final class IDMapFunction {
  private var slots: [[OldIDMap.Entry]] = []
  private var slotOf: [Slot: Int] = [:]
  private let context: MigrationContext

  private struct Slot: Hashable {
    let source: String
    let destination: String
  }

  init(_ context: MigrationContext) { self.context = context }

  /// The number to call `idmap` with, for objects of a source entity that become objects of a destination entity.
  func slot(source: String, destination: String) -> Int {
    let key = Slot(source: source, destination: destination)
    if let known = slotOf[key] { return known }
    slots.append(
      context.keys.entries(below: source, in: context.plan.source).filter { entry in
        entry.destinationEntity.map { context.plan.destination.isKind($0, of: destination) } ?? false
      })
    slotOf[key] = slots.count - 1
    return slots.count - 1
  }

  /// `idmap(slot, column)` as text.
  func call(source: String, destination: String, _ expression: String) -> String {
    "idmap(\(slot(source: source, destination: destination)), \(expression))"
  }

  /// Registers the function. Slots may be added later.
  func register(on connection: Connection) throws(DatabaseError) {
    // The connection is owned by whoever owns this function: no cycle.
    try connection.register("idmap", argumentCount: 2) { [self] call in
      guard call.storageClass(1) == .integer else { return }
      let old = call.integer(1)
      let slot = Int(call.integer(0))
      guard slots.indices.contains(slot) else { return }
      for entry in slots[slot] {
        if let new = entry.newKey(old) {
          call.answer(new)
          return
        }
      }
    }
  }
}
