import CoreDataModel
import Diagnostics
import SQLite

/// Judges links of one source store: whether they lead somewhere, and where they go.
final class LinkResolver {
  let position: Int
  let store: LinkStore
  let ownerMembers: [Int]
  let targetMembers: [Int]
  private let context: ValidationContext
  private let router: LinkRouter
  private let ownerFits: [Bool]
  private let targetFits: [Bool]
  private var routes: [Int: LinkRoute] = [:]
  private var lastPair = -1
  private var lastRoute = LinkRoute(feeds: [], dropped: [])
  private let twinLookup: Statement?

  init(position: Int, context: ValidationContext, router: LinkRouter) throws(DatabaseError) {
    self.position = position
    self.context = context
    self.router = router
    store = router.sourceStores[position]
    let model = context.plan.source
    ownerMembers = context.membersOfRoot[model.root(of: store.ownerEntity)] ?? []
    targetMembers = context.membersOfRoot[model.root(of: store.targetEntity)] ?? []
    let (ownerEntity, targetEntity) = (store.ownerEntity, store.targetEntity)
    ownerFits = context.members.map { model.isKind($0.entry.sourceEntity, of: ownerEntity) }
    targetFits = context.members.map { model.isKind($0.entry.sourceEntity, of: targetEntity) }
    let twin = store.twin.flatMap { twin in router.sourceStores.first { $0.relationship == twin } }
    twinLookup = try twin.map { twin throws(DatabaseError) in
      try context.source.prepare(
        """
        SELECT \(Identifier.quoted(twin.targetColumn)) FROM \(Identifier.quoted(twin.table)) WHERE Z_PK = ?
        """)
    }
  }

  func owner(_ key: Int64) -> Int { context.member(ofKey: key, among: ownerMembers) }
  func target(_ key: Int64) -> Int { context.member(ofKey: key, among: targetMembers) }

  func isOwner(_ member: Int) -> Bool { member >= 0 && ownerFits[member] }
  func isTarget(_ member: Int) -> Bool { member >= 0 && targetFits[member] }

  /// The route of a valid link.
  func route(owner: Int, target: Int) -> LinkRoute {
    let pair = owner * context.members.count + target
    if pair == lastPair { return lastRoute }
    let route = routes[pair] ?? router.route(position, owner: owner, target: target)
    routes[pair] = route
    lastPair = pair
    lastRoute = route
    return route
  }

  /// Every route taken so far.
  var takenRoutes: [LinkRoute] { routes.sorted { $0.key < $1.key }.map(\.value) }

  /// The link as the destination should keep it.
  func link(_ feed: LinkRoute.Feed, owner: Int64, of ownerMember: Int, target: Int64, of targetMember: Int)
    -> Link
  {
    let newOwner = context.members[ownerMember].entry.newKey(owner) ?? 0
    let newTarget = context.members[targetMember].entry.newKey(target) ?? 0
    let hasCompanion = router.destinationStores[feed.store].entityColumn != nil
    return Link(
      owner: feed.isFlipped ? newTarget : newOwner, target: feed.isFlipped ? newOwner : newTarget,
      companion: hasCompanion ? feed.targetNumber : 0)
  }

  /// Whether the other column of a one-to-one says the same.
  func twinAgrees(owner: Int64, target: Int64) throws(DatabaseError) -> Bool {
    guard let twinLookup else { return false }
    try twinLookup.bind(.integer(target), at: 1)
    defer { twinLookup.reset() }
    guard try twinLookup.step() else { return false }
    return twinLookup.optionalInteger(at: 0) == owner
  }
}
