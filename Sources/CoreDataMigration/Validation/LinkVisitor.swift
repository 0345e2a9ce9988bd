import SQLite

/// Takes the links of one source store one by one.
final class LinkVisitor {
  let resolver: LinkResolver
  private let sink: any LinkSink
  /// Nil in a second reading.
  private let accounts: LinkAccounts?
  private let broken: BrokenLinks?
  private let lines: [Int]
  /// Destination's store to the targets whose place was empty and was filled from here.
  private var filled: [Int: Set<Int64>] = [:]

  init(resolver: LinkResolver, sink: any LinkSink, accounts: LinkAccounts?, broken: BrokenLinks?) {
    self.resolver = resolver
    self.sink = sink
    self.accounts = accounts
    self.broken = broken
    lines = accounts.map { accounts in resolver.store.lines.compactMap { accounts.lines[$0] } } ?? []
  }

  func visit(owner: Int64, of ownerMember: Int, target: Int64, of targetMember: Int) throws {
    for line in lines { accounts?.accounts[line].read += 1 }
    let (ownerIsValid, targetIsValid) = (resolver.isOwner(ownerMember), resolver.isTarget(targetMember))
    guard ownerIsValid, targetIsValid else {
      for line in lines { accounts?.accounts[line].dangling += 1 }
      try broken?.add(owner: owner, ownerIsValid: ownerIsValid, target: target, targetIsValid: targetIsValid)
      return
    }
    let route = resolver.route(owner: ownerMember, target: targetMember)
    drop(route.dropped)
    for feed in route.feeds {
      switch feed.way {
      case .every:
        let link = resolver.link(feed, owner: owner, of: ownerMember, target: target, of: targetMember)
        expect(link, feed, owner: owner, target: target)
      case .mirrored:
        switch try resolver.twin(
          owner: owner, of: ownerMember, target: target, of: targetMember, in: feed.store)
        {
        case .same: connect(feed.lines)
        case .contradicts where !resolver.hasRows(feed): drop(feed.lines)
        // Rows come in ascending key: the first that asks for a place that the other column leaves empty has it.
        case .nothing
        where resolver.hasPlaceAtTarget(feed) && !filled[feed.store, default: []].insert(target).inserted:
          drop(feed.lines)
        case .contradicts, .nothing:
          let link = resolver.link(feed, owner: owner, of: ownerMember, target: target, of: targetMember)
          expect(link, feed, owner: owner, target: target)
        }
      case .firstOfOwner, .firstOfTarget:
        break  // Read again in the order that decides which is first.
      }
    }
  }

  /// Looks at the entity's number that stands beside a key: the row it leads to knows better.
  func see(entity number: Int64?, owner: Int64, target: Int64, of targetMember: Int) {
    guard let broken, resolver.isTarget(targetMember) else { return }
    broken.see(entity: number, of: targetMember, owner: owner, target: target)
  }

  /// Reads the links that compete for one place: the first by place (a missing one first), then by key, is
  /// kept.
  func readNarrowed(_ connection: Connection) throws {
    let ways = resolver.takenRoutes.flatMap(\.feeds).map(\.way)
    for way in [LinkRoute.Way.firstOfOwner, .firstOfTarget] where ways.contains(way) {
      let store = resolver.store
      let (owner, target) = (Identifier.quoted(store.ownerColumn), Identifier.quoted(store.targetColumn))
      let isOfOwner = way == .firstOfOwner
      let place =
        (isOfOwner ? store.targetOrder : store.ownerOrder)
        .map { OrderComparer.sortable(Identifier.quoted($0)) + " NULLS FIRST, " } ?? ""
      let order = isOfOwner ? "\(owner), \(place)\(target)" : "\(target), \(place)\(owner)"
      let statement = try connection.prepare(
        """
        SELECT \(owner), \(target) FROM \(Identifier.quoted(store.table)) NOT INDEXED
        WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL ORDER BY \(order)
        """)
      var lastHolder: [Int: Int64] = [:]
      while try statement.step() {
        guard let owner = statement.linkKey(at: 0), let target = statement.linkKey(at: 1) else { continue }
        let (ownerMember, targetMember) = (resolver.owner(owner), resolver.target(target))
        guard resolver.isOwner(ownerMember), resolver.isTarget(targetMember) else { continue }
        for feed in resolver.route(owner: ownerMember, target: targetMember).feeds where feed.way == way {
          let holder = isOfOwner ? owner : target
          if lastHolder.updateValue(holder, forKey: feed.store) == holder {
            drop(feed.lines)
            continue
          }
          let link = resolver.link(feed, owner: owner, of: ownerMember, target: target, of: targetMember)
          expect(link, feed, owner: owner, target: target)
        }
      }
    }
  }

  private func expect(_ link: Link, _ feed: LinkRoute.Feed, owner: Int64, target: Int64) {
    connect(feed.lines)
    sink.expect(link, in: feed.store, lines: feed.lines, oldOwner: feed.isFlipped ? target : owner)
  }

  private func connect(_ lines: [Int]) {
    for line in lines { accounts?.accounts[line].connected += 1 }
  }

  private func drop(_ lines: [Int]) {
    for line in lines { accounts?.accounts[line].dropped += 1 }
  }
}
