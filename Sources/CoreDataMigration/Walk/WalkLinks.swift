import CoreDataModel
import Diagnostics
import SQLite

/// Compares the links of one relationship of the last store with those of the first that are to be there, as sets.
struct WalkLinks {
  let request: WalkRequest
  let links: WalkPlan.Links
  let book: EvidenceBook

  /// Sums of hashes: equal sums mean equal sets, as far as chance can tell.
  private struct Sum: Equatable {
    var count: Int64 = 0
    var first: UInt64 = 0
    var second: UInt64 = 0

    mutating func add(_ link: Link) {
      let (one, other) = link.hashes
      (count, first, second) = (count + 1, first &+ one, second &+ other)
    }
  }

  func compare(
    _ source: Connection, _ old: FoundLayout, _ destination: Connection, _ new: FoundLayout
  ) throws {
    var expected = Sum()
    let model = old.model
    for relationship in links.sources {
      guard let target = model.relationship(relationship)?.destinationEntity else { continue }
      let owners = Ends(relationship.entity, request, model)
      let targets = Ends(target, request, model)
      try read(relationship, source, old) { owner, target in
        guard let from = owners.place(owner), let to = targets.place(target) else { return }
        expected.add(Link(owner: from, target: to, companion: 0))
      }
    }
    var found = Sum()
    try read(links.destination, destination, new) { owner, target in
      found.add(Link(owner: owner, target: target, companion: 0))
    }
    guard found != expected else { return }
    book.difference(
      .validationLinkDiffers, entity: links.destination.entity, property: links.destination.name,
      "After all steps links are not those of the first store."
    ).addUncounted(max(1, abs(found.count - expected.count)))
  }

  /// New keys of the rows that a relationship may start from, or lead to.
  private struct Ends {
    private let entries: [OldIDMap.Entry]
    private let keys: KeyWalk

    init(_ entity: String, _ request: WalkRequest, _ model: ManagedObjectModel) {
      entries = request.keys.maps.first?.entries(below: entity, in: model) ?? []
      keys = request.keys
    }

    func place(_ key: Int64) -> Int64? {
      for entry in entries where entry.keys.contains(key) {
        return keys.place(of: key, in: entry.sourceEntity)?.key
      }
      return nil
    }
  }

  private func read(
    _ relationship: PropertyKey, _ connection: Connection, _ layout: FoundLayout,
    _ body: (_ owner: Int64, _ target: Int64) -> Void
  ) throws {
    guard let store = LinkStore.stores(of: layout).first(where: { $0.lines.contains(relationship) }) else {
      return
    }
    let (owner, target) = (Identifier.quoted(store.ownerColumn), Identifier.quoted(store.targetColumn))
    let table = Identifier.quoted(store.table)
    var select = "SELECT \(owner), \(target) FROM \(table) NOT INDEXED"
    if store.holder == .join {
      // A table without a key may hold a link twice, and one that is its own inverse may lie there in both directions.
      select =
        store.isReflexive
        ? "\(select) UNION SELECT \(target), \(owner) FROM \(table) NOT INDEXED"
        : "SELECT DISTINCT \(owner), \(target) FROM \(table) NOT INDEXED"
    }
    let isFlipped = store.relationship != relationship
    let rows = try connection.prepare(select)
    while try rows.step() {
      guard let owner = rows.linkKey(at: 0), let target = rows.linkKey(at: 1) else { continue }
      body(isFlipped ? target : owner, isFlipped ? owner : target)
    }
  }
}
