package import JSON

/// What a rehearsal of many stores found: the deterministic `body`, and `meta` for everything that differs from run to
/// run.
package struct RehearsalReport: Sendable {
  package static let formatVersion: Int64 = 1

  /// What was met on the way and is no store.
  package struct Skipped: Sendable {
    package var companions: Int
    package var others: Int
    package var undecodable: Int

    package init(companions: Int, others: Int, undecodable: Int) {
      self.companions = companions
      self.others = others
      self.undecodable = undecodable
    }
  }

  /// By the bytes of their names.
  package let stores: [RehearsedStore]
  package let skipped: Skipped
  /// As they were given: patterns that nothing fits, folders without a store.
  package let withoutStore: [String]
  /// Folders and files that could not be looked into.
  package let unreadable: [String]
  /// Stores of which a report was accepted, and that are not there now.
  package let vanished: [String]
  /// Of the whole rehearsal.
  package let seconds: Double
  /// How many stores were worked on at a time.
  package let jobs: Int
  package var meta: [String: JSONValue]

  package init(
    stores: [RehearsedStore], skipped: Skipped, withoutStore: [String], unreadable: [String],
    vanished: [String], seconds: Double, jobs: Int, meta: [String: JSONValue]
  ) {
    self.stores = stores
    self.skipped = skipped
    self.withoutStore = withoutStore
    self.unreadable = unreadable
    self.vanished = vanished
    self.seconds = seconds
    self.jobs = jobs
    self.meta = meta
  }

  /// Whether every store was migrated without a finding, and nothing differs from what was accepted.
  package var isClean: Bool {
    stores.allSatisfy { $0.isClean && !($0.comparison?.isDifferent ?? false) } && withoutStore.isEmpty
      && unreadable.isEmpty && vanished.isEmpty && skipped.undecodable == 0
  }

  package var exitStatus: Int32 { stores.isEmpty ? 4 : isClean ? 0 : 1 }

  /// Outcomes and how many stores have each, in the order in which outcomes are declared.
  var counts: [(outcome: RehearsalOutcome, count: Int)] {
    RehearsalOutcome.allCases.compactMap { outcome in
      let count = stores.count { $0.outcome == outcome }
      return count == 0 ? nil : (outcome, count)
    }
  }
}
