import CoreDataModel
import JSON

/// What `model diff --json` prints. Every key is always there.
enum ModelDifferenceJSON {
  static func value(_ difference: ModelDifference) -> JSONValue {
    [
      "old": .string(difference.old.name),
      "new": .string(difference.new.name),
      "hashesEqual": .bool(difference.isCompatible),
      "inferable": .bool(difference.isInferable),
      "changes": .array(difference.changes.map(change)),
      "entities": .array(
        difference.pairs.map {
          ["old": .string($0.old), "new": .string($0.new), "changesHash": .bool($0.hashDiffers)]
        }),
    ]
  }

  private static func change(_ change: ModelChange) -> JSONValue {
    [
      "kind": .string(change.kind.rawValue),
      "action": .string(change.action.rawValue),
      "entity": .optional(change.entity),
      "name": .optional(change.name),
      "characteristic": .optional(change.characteristic),
      "old": .optional(change.old),
      "new": .optional(change.new),
      "changesStorage": .bool(change.changesStorage),
      "changesHash": .bool(change.changesHash),
      "inferable": .bool(change.isInferable),
      "obstacle": .optional(change.obstacle),
    ]
  }
}
