import CoreDataModel
import Diagnostics
import SQLite

/// Compares the order of lists: every step from one object to the next, so that lists of any length and any
/// order of owners are compared in constant memory.
struct OrderComparer {
  let context: ValidationContext
  let router: LinkRouter
  let reader: SourceLinkReader
  /// A place of the destination whose links are as they should be.
  let store: LinkStore
  let position: Int

  private struct Side {
    /// The destination relationship whose order this is.
    let relationship: PropertyKey
    /// The lists' owners are the store's targets.
    let isReversed: Bool
    let orderColumn: String
  }

  func run() throws {
    if let column = store.targetOrder {
      try compare(Side(relationship: store.relationship, isReversed: false, orderColumn: column))
    }
    if let column = store.ownerOrder, let inverse = store.inverse {
      try compare(Side(relationship: inverse, isReversed: true, orderColumn: column))
    }
  }

  private func compare(_ side: Side) throws {
    let tally = LinkTally()
    try readSource(side, isFirst: true) { step, _ in tally.expect(step) }
    try readDestination(side, isFirst: true) { tally.find($0) }
    guard let bucket = tally.differing.first else { return }
    // One bucket of differing lists is evidence enough.
    var expected: [Link: Int64] = [:]
    var found: Set<Link> = []
    try readSource(side, isFirst: false) { step, oldOwner in
      if step.bucket == bucket { expected[step] = oldOwner }
    }
    try readDestination(side, isFirst: false) { step in
      if step.bucket == bucket { found.insert(step) }
    }
    let evidence = difference(
      side, "Ordered lists are in another order than in the source; at least those named.")
    for owner in Set(expected.filter { !found.contains($0.key) }.values).sorted() { evidence.add(owner) }
    if evidence.count == 0 { evidence.add(nil) }
  }

  private func difference(_ side: Side, _ statement: String) -> Evidence {
    context.differences.difference(
      .validationOrderDiffers, entity: side.relationship.entity, property: side.relationship.name, statement)
  }

  // MARK: - Source

  private func readSource(_ side: Side, isFirst: Bool, _ step: (Link, Int64) -> Void) throws {
    for origin in router.sourceStores.indices {
      let resolver = reader.resolver(origin)
      for isFlipped in [false, true] {
        let isFed = resolver.takenRoutes.flatMap(\.feeds).contains {
          $0.store == position && $0.isFlipped == isFlipped && $0.way != .mirrored
        }
        // The lists' owners are the source's targets where one of the two turns the ends around.
        if isFed {
          try readLists(
            resolver, side, isFlipped, ownersAreTargets: side.isReversed != isFlipped, isFirst, step)
        }
      }
    }
  }

  private func readLists(
    _ resolver: LinkResolver, _ side: Side, _ isFlipped: Bool, ownersAreTargets: Bool, _ isFirst: Bool,
    _ step: (Link, Int64) -> Void
  ) throws {
    let origin = resolver.store
    let (owner, target) = (Identifier.quoted(origin.ownerColumn), Identifier.quoted(origin.targetColumn))
    let (listOwner, object) = ownersAreTargets ? (target, owner) : (owner, target)
    let column = ownersAreTargets ? origin.ownerOrder : origin.targetOrder
    let place = column.map(Identifier.quoted)
    let twin = store.twin == nil ? router.sourceStores.first { $0.relationship == origin.twin } : nil
    let links = twin.map { origin.united(with: $0) } ?? "\(Identifier.quoted(origin.table)) NOT INDEXED"
    let statement = try context.source.prepare(
      """
      SELECT \(owner), \(target), \(place.map(Self.sortable) ?? "NULL") FROM \(links)
      WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL
      ORDER BY \(listOwner), \(place.map { "\(Self.sortable($0)) NULLS FIRST, " } ?? "")\(object)
      """)
    let survivors = try Survivors(store: store, context: context)
    let watch =
      isFirst && column != nil
      ? PlaceWatch(
        entity: ownersAreTargets ? origin.ownerEntity : origin.targetEntity,
        property: (ownersAreTargets ? origin.relationship : origin.inverse ?? origin.relationship).name,
        context.book)
      : nil
    var lastOwner: Int64?
    var before: Int64 = 0
    while try statement.step() {
      guard let owner = statement.linkKey(at: 0), let target = statement.linkKey(at: 1) else { continue }
      let (ownerMember, targetMember) = (resolver.owner(owner), resolver.target(target))
      guard resolver.isOwner(ownerMember), resolver.isTarget(targetMember) else { continue }
      let (oldOwner, oldObject) = ownersAreTargets ? (target, owner) : (owner, target)
      let feeds = resolver.route(owner: ownerMember, target: targetMember).feeds
      guard let feed = feeds.first(where: { $0.store == position && $0.isFlipped == isFlipped }) else {
        continue
      }
      watch?.see(owner: oldOwner, object: oldObject, place: statement.optionalInteger(at: 2))
      let link = resolver.link(feed, owner: owner, of: ownerMember, target: target, of: targetMember)
      if feed.way != .every || twin != nil, try !survivors.contains(link) { continue }
      let (newOwner, newObject) = side.isReversed ? (link.target, link.owner) : (link.owner, link.target)
      if lastOwner != oldOwner { before = 0 }
      lastOwner = oldOwner
      step(Link(owner: newOwner, target: newObject, companion: before), oldOwner)
      before = newObject
    }
  }

  /// A place to sort by; what is no number says as little as NULL.
  static func sortable(_ place: String) -> String {
    "iif(typeof(\(place)) IN ('integer', 'real'), \(place), NULL)"
  }

  // MARK: - Destination

  private func readDestination(_ side: Side, isFirst: Bool, _ step: (Link) -> Void) throws {
    let (owner, target) = (Identifier.quoted(store.ownerColumn), Identifier.quoted(store.targetColumn))
    let (listOwner, object) = side.isReversed ? (target, owner) : (owner, target)
    let place = Identifier.quoted(side.orderColumn)
    let statement = try context.destination.prepare(
      """
      SELECT \(listOwner), \(object), \(place) FROM \(Identifier.quoted(store.table)) NOT INDEXED
      WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL\(kin)
      ORDER BY \(listOwner), \(place), \(object)
      """)
    var lastOwner: Int64?
    var lastPlace: Int64?
    var before: Int64 = 0
    var faulty: Int64 = 0
    var faultyOwners: Set<Int64> = []
    while try statement.step() {
      let (owner, object) = (statement.integer(at: 0), statement.integer(at: 1))
      let place = statement.optionalInteger(at: 2)
      let isSameList = lastOwner == owner
      if !isSameList { before = 0 }
      let isRising = if isSameList, let lastPlace, let place { place > lastPlace } else { true }
      if place == nil || !isRising {
        faulty += 1
        if faultyOwners.count < Diagnostic.maximumOldKeys { faultyOwners.insert(owner) }
      }
      lastOwner = owner
      lastPlace = place
      step(Link(owner: owner, target: object, companion: before))
      before = object
    }
    guard isFirst, faulty > 0 else { return }
    let evidence = difference(side, "Places in ordered lists are missing or do not increase.")
    evidence.addUncounted(faulty)
    let root = context.plan.destination.root(of: side.relationship.entity)
    for key in try context.oldKeys(ofNew: faultyOwners, destinationRoot: root) { evidence.note(key) }
  }

  /// In an entity table, rows of the kin that owns the key column.
  private var kin: String {
    guard store.holder != .join else { return "" }
    let holder = store.holder == .owner ? store.ownerEntity : store.targetEntity
    let numbers = context.plan.destination.subtree(of: holder).compactMap {
      context.destinationLayout.numbers[$0]
    }
    return " AND Z_ENT IN (\(numbers.sorted().map(String.init).joined(separator: ", ")))"
  }
}
