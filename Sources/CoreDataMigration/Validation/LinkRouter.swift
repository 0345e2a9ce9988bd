import CoreDataMapping
import CoreDataModel

/// Finds, for the links of a source relationship, the places that keep them in the destination.
struct LinkRouter {
  let context: ValidationContext
  let sourceStores: [LinkStore]
  let destinationStores: [LinkStore]
  /// Source relationship to its position among the accounts.
  let lines: [PropertyKey: Int]
  private let storeOf: [PropertyKey: (store: Int, isFlipped: Bool)]
  private let pairs: [[PropertyKey: PropertyKey]]

  init(
    context: ValidationContext, sourceStores: [LinkStore], destinationStores: [LinkStore],
    lines: [PropertyKey: Int]
  ) {
    self.context = context
    self.sourceStores = sourceStores
    self.destinationStores = destinationStores
    self.lines = lines
    var storeOf: [PropertyKey: (store: Int, isFlipped: Bool)] = [:]
    for (position, store) in destinationStores.enumerated() {
      storeOf[store.relationship] = (position, false)
      if let inverse = store.inverse, inverse != store.relationship { storeOf[inverse] = (position, true) }
    }
    self.storeOf = storeOf
    pairs = context.members.map { member in
      Dictionary(
        (context.plan.mapping(ofSource: member.entry.sourceEntity)?.relationships ?? [])
          .map { ($0.source, $0.destination) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The route of links of `store` from rows of the member `owner` to rows of the member `target`.
  func route(_ store: Int, owner: Int, target: Int) -> LinkRoute {
    let origin = sourceStores[store]
    var dropped: [Int] = []
    var found: [(position: Int, isFlipped: Bool, lines: [Int])] = []
    for line in origin.lines {
      guard let position = lines[line] else { continue }
      let isForward = line == origin.relationship
      guard let place = place(of: origin, isForward: isForward, owner: owner, target: target) else {
        dropped.append(position)
        continue
      }
      if let known = found.firstIndex(where: { $0.position == place.store && $0.isFlipped == place.isFlipped }
      ) {
        found[known].lines.append(position)
      } else {
        found.append((place.store, place.isFlipped, [position]))
      }
    }
    // A new one-to-one is kept at both its ends, though the source kept it once.
    if origin.twin == nil {
      for place in found {
        let kept = destinationStores[place.position]
        guard let twin = kept.twin, twin != kept.relationship, let other = storeOf[twin],
          !found.contains(where: { $0.position == other.store })
        else { continue }
        found.append((other.store, !place.isFlipped, []))
      }
    }
    let feeds = found.map { place in
      LinkRoute.Feed(
        store: place.position, isFlipped: place.isFlipped,
        way: way(from: origin, to: destinationStores[place.position], isFlipped: place.isFlipped),
        lines: place.lines,
        targetNumber: context.members[place.isFlipped ? owner : target].destinationNumber)
    }
    return LinkRoute(feeds: feeds, dropped: dropped)
  }

  /// The relationship of a source store's other end, its twin included.
  private func otherEnd(of store: LinkStore) -> PropertyKey? { store.inverse ?? store.twin }

  private func place(of origin: LinkStore, isForward: Bool, owner: Int, target: Int)
    -> (store: Int, isFlipped: Bool)?
  {
    let forward = pairs[owner][origin.relationship]
    let backward = otherEnd(of: origin).flatMap { pairs[target][$0] }
    // First the counterpart of this very end, then that of the other end, seen from here.
    if let own = isForward ? forward : backward,
      let place = fitting(own, isFromOwner: isForward, owner: owner, target: target)
    {
      return place
    }
    guard let far = isForward ? backward : forward else { return nil }
    if let own = inverse(of: far),
      let place = fitting(own, isFromOwner: isForward, owner: owner, target: target)
    {
      return place
    }
    return fitting(far, isFromOwner: !isForward, owner: owner, target: target)
  }

  /// - Parameter isFromOwner: whether the destination relationship starts at the source link's owner.
  private func fitting(_ relationship: PropertyKey, isFromOwner: Bool, owner: Int, target: Int)
    -> (store: Int, isFlipped: Bool)?
  {
    guard let (store, isFlippedStore) = storeOf[relationship],
      let from = context.members[isFromOwner ? owner : target].destination,
      let to = context.members[isFromOwner ? target : owner].destination,
      let description = LinkStore.relationship(relationship, in: context.plan.destination),
      context.plan.destination.isKind(from, of: relationship.entity),
      context.plan.destination.isKind(to, of: description.destinationEntity)
    else { return nil }
    return (store, isFlippedStore == isFromOwner)
  }

  private func inverse(of relationship: PropertyKey) -> PropertyKey? {
    LinkStore.relationship(relationship, in: context.plan.destination)
      .flatMap { context.plan.destination.inverse(of: $0) }
      .map { PropertyKey($0.declaring, $0.relationship.name) }
  }

  private func way(from origin: LinkStore, to store: LinkStore, isFlipped: Bool) -> LinkRoute.Way {
    // Of two columns of a one-to-one, one is carried where the destination has a single place.
    if origin.twin != nil, origin.twin != origin.relationship, store.twin == nil, isFlipped {
      return .mirrored
    }
    switch (store.holder, isFlipped) {
    case (.join, _): return .every
    case (.owner, false), (.target, true): return origin.holder == .owner ? .every : .firstOfOwner
    case (.owner, true), (.target, false): return origin.holder == .target ? .every : .firstOfTarget
    }
  }
}
