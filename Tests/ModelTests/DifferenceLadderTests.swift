import CoreDataMapping
import CoreDataModel
import Foundation
import Testing

/// Real neighbours: what the single changes say of hashes and pairs, against the hasher and the inference.
@Suite(.enabled(if: Corpus.isPresent, "needs ../shared")) struct DifferenceLadderTests {
  /// Readable versions of each bundle, in order.
  private func ladders() throws -> [[ManagedObjectModel]] {
    try Corpus.paths { $0.hasSuffix(".xcdatamodeld") }.map { path in
      try ModelBundle(path: Corpus.root.appendingPathComponent(path).path).versions.compactMap {
        try? $0.result.get()
      }
    }
  }

  @Test func hashesOfEntities() throws {
    var (steps, differing) = (0, 0)
    for ladder in try ladders() {
      for (old, new) in zip(ladder, ladder.dropFirst()) {
        steps += 1
        let difference = ModelDifference(from: old, to: new)
        let touched = Set(difference.changes.filter(\.changesHash).compactMap(\.entity))
        for pair in difference.pairs {
          // A subentity's hash contains its parent's.
          let lineage = new.lineage(of: pair.new).map(\.name)
          let isTouched = !touched.isDisjoint(with: lineage)
          #expect(pair.hashDiffers == isTouched, "\(old.name) \(new.name) \(pair.new)")
          if pair.hashDiffers { differing += 1 }
        }
      }
    }
    #expect(steps >= 120 && differing >= 150)
  }

  /// What is new for the inference is added, moved from nowhere, or of another type; and so on.
  @Test func pairsAreThoseOfTheInference() throws {
    var attributes = 0
    for ladder in try ladders() {
      for (old, new) in zip(ladder, ladder.dropFirst()) {
        let difference = ModelDifference(from: old, to: new)
        let plan = MappingInference.plan(from: old, to: new)
        #expect(Dictionary(uniqueKeysWithValues: difference.pairs.map { ($0.new, $0.old) }) == plan.pairs)
        func names(_ action: ModelChange.Action) -> Set<PropertyKey> {
          Set(
            difference.changes.filter { $0.kind == .attribute && $0.action == action }
              .compactMap { change in
                change.entity.flatMap { entity in change.name.map { PropertyKey(entity, $0) } }
              })
        }
        let (added, renamed) = (names(.added), names(.renamed))
        for mapping in plan.entities {
          for attribute in mapping.attributes {
            let key = attribute.destination
            let name = PropertyKey(key.entity, key.name)
            guard new.entity(key.entity) != nil, plan.pairs[key.entity] != nil else { continue }
            attributes += 1
            if attribute.source == nil {
              let becomesStored = difference.changes.contains {
                $0.entity == key.entity && $0.name == key.name && $0.characteristic == "transient"
              }
              #expect(added.contains(name) || becomesStored, "\(old.name) \(new.name) \(key)")
            } else if let source = attribute.source, source.name != key.name {
              #expect(renamed.contains(name), "\(old.name) \(new.name) \(key)")
            }
          }
        }
      }
    }
    #expect(attributes >= 10_000)
  }
}
