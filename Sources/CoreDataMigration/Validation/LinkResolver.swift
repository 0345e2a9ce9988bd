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
  private let twinPosition: Int?
  /// Rows of the other end that lead to a row of this one.
  private let claimants: Statement?

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
    let name = store.twin
    twinPosition = name.flatMap { name in router.sourceStores.firstIndex { $0.relationship == name } }
    let twin = twinPosition.map { router.sourceStores[$0] }
    twinLookup = try twin.map { twin throws(DatabaseError) in
      try context.source.prepare(
        """
        SELECT \(Identifier.quoted(twin.targetColumn)) FROM \(Identifier.quoted(twin.table)) WHERE Z_PK = ?
        """)
    }
    claimants = try twin.map { twin throws(DatabaseError) in
      try context.source.prepare(
        "SELECT Z_PK FROM \(Identifier.quoted(twin.table)) WHERE \(Identifier.quoted(twin.targetColumn)) = ?")
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

  /// Whether each link has a row of its own in the destination.
  func hasRows(_ feed: LinkRoute.Feed) -> Bool { router.destinationStores[feed.store].holder == .join }

  /// Whether the place of a mirrored link is in the row that it leads to.
  func hasPlaceAtTarget(_ feed: LinkRoute.Feed) -> Bool {
    router.destinationStores[feed.store].holder == .owner
  }

  /// What the other column of a one-to-one says of a link.
  enum Twin {
    case same
    /// Another link, which has a place in a store of the destination.
    case contradicts
    case nothing
  }

  func twin(owner: Int64, of ownerMember: Int, target: Int64, of targetMember: Int, in destination: Int)
    throws(DatabaseError) -> Twin
  {
    guard let twinLookup, let twinPosition else { return .nothing }
    let far = try keys(twinLookup, target).first
    if far == owner { return .same }
    // Where the place is this row's own, whoever else leads here contradicts.
    let isPlaceHere = router.destinationStores[destination].holder == .target
    let others =
      isPlaceHere
      ? try claimants.map { statement throws(DatabaseError) in try keys(statement, owner) } ?? []
      : [far].compactMap(\.self)
    let contradicts = others.contains { key in
      let member = isPlaceHere ? self.target(key) : self.owner(key)
      guard isPlaceHere ? isTarget(member) : isOwner(member) else { return false }
      let route =
        isPlaceHere
        ? router.route(twinPosition, owner: member, target: ownerMember)
        : router.route(twinPosition, owner: targetMember, target: member)
      return route.feeds.contains { $0.store == destination }
    }
    return contradicts ? .contradicts : .nothing
  }

  private func keys(_ statement: Statement, _ key: Int64) throws(DatabaseError) -> [Int64] {
    try statement.bind(.integer(key), at: 1)
    defer { statement.reset() }
    var keys: [Int64] = []
    while try statement.step() { if let key = statement.linkKey(at: 0) { keys.append(key) } }
    return keys
  }
}
