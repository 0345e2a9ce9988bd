/// Links: which have a place, which of them fits there, what is missing then.
extension MatrixReference {
  /// A link of the result, and the one of the source that it was.
  private struct Joined {
    let owner: MatrixRef
    let target: MatrixRef
    let link: MatrixLink
  }

  /// What a source relationship is called, and the one at its other end.
  private func name(_ id: String) -> String { "\(world.model.owner(of: id)?.id ?? "").\(id)" }

  private func isOneToOne(_ relationship: MatrixRelationship?, in model: MatrixModel) -> Bool {
    guard let relationship, let inverse = model.relationship(relationship.inverse) else { return false }
    return !relationship.isToMany && !inverse.isToMany
  }

  mutating func connect() {
    for relationship in target.model.entities.flatMap(\.relationships) {
      guard let inverse = target.model.relationship(relationship.inverse) else {
        connect(relationship, nil)
        continue
      }
      if relationship.id < inverse.id { connect(relationship, inverse) }
    }
    askLeftLinks()
  }

  // MARK: One pair of ends

  private mutating func connect(_ near: MatrixRelationship, _ far: MatrixRelationship?) {
    let old = world.model.relationship(near.origin)
    let oldFar = world.model.relationship(far?.origin)
    if isOneToOne(near, in: target.model), isOneToOne(old ?? oldFar, in: world.model), let far {
      let (there, back) = (
        placed(world.links(near.origin ?? ""), at: near), placed(world.links(far.origin ?? ""), at: far)
      )
      warnOfDisagreement(near, there, back)
      warnOfDisagreement(far, back, there)
      tell(near, there, isOrdered: false)
      tell(far, back, isOrdered: false)
      askMissing(near, there)
      askMissing(far, back)
      return
    }
    var links: [Joined] = []
    if let old, isOneToOne(old, in: world.model), let inverse = old.inverse {
      links = bothEnds(old.id, inverse, near, far)
    } else if let old {
      links = placed(world.links(old.id), at: near)
    } else if let oldFar {
      links = placed(world.links(oldFar.id).map(\.reversed), at: near)
    }
    links += ruled(near)
    if let far { links += ruled(far).map(Self.reversed) }
    // As the source has it, seen from either end.
    let seen = old ?? world.model.relationship(oldFar?.inverse)
    let seenFar = oldFar ?? world.model.relationship(seen?.inverse)
    if isOneToOne(near, in: target.model), let far {
      return becomeOneToOne(near, far, links, seen, seenFar)
    }
    if !near.isToMany { links = narrowed(links, seen?.id ?? oldFar?.id) }
    if far.map({ !$0.isToMany }) ?? near.isToMany {
      links = narrowed(links.map(Self.reversed), seenFar?.id ?? seen?.id).map(Self.reversed)
    }
    askOrder(seen, near, links)
    askOrder(seenFar, far, links.map(Self.reversed))
    tell(near, links, isOrdered: seen?.isOrdered ?? false)
    askMissing(near, links)
    if let far {
      tell(far, links.map(Self.reversed), isOrdered: seenFar?.isOrdered ?? false)
      askMissing(far, links.map(Self.reversed))
    }
    for id in [seen?.id, seenFar?.id].compactMap(\.self) {
      let all = Set(world.links(id))
      let kept = Set(links.map(\.link)).union(links.map(\.link.reversed))
      result.lost[name(id)] = all.subtracting(kept).count
    }
  }

  /// Both ends of a one-to-one stay as they are; what only one says is told.
  private mutating func warnOfDisagreement(
    _ near: MatrixRelationship, _ there: [Joined], _ back: [Joined]
  ) {
    guard let origin = near.origin else { return }
    let alone = there.filter { one in !back.contains { $0.link == one.link.reversed } }
    guard !alone.isEmpty else { return }
    result.warnings.append(
      MatrixObstacle("source.inverse-disagrees", name(origin), alone.map(\.link.owner.key)))
  }

  private static func reversed(_ joined: Joined) -> Joined {
    Joined(owner: joined.target, target: joined.owner, link: joined.link.reversed)
  }

  private func heir(of ref: MatrixRef) -> MatrixRef? {
    made.first { $0.isFirst && $0.source.ref == ref }?.ref
  }

  /// The links for which there is a place; those whose rows are there, and it is not, are lost.
  private mutating func placed(_ links: [MatrixLink], at near: MatrixRelationship) -> [Joined] {
    links.compactMap { joined($0, at: near) }
  }

  private func joined(_ link: MatrixLink, at near: MatrixRelationship) -> Joined? {
    guard let owner = heir(of: link.owner), let far = heir(of: link.target),
      let declaring = target.model.owner(of: near.id)?.id,
      target.model.isKind(owner.entity, of: declaring), target.model.isKind(far.entity, of: near.destination)
    else { return nil }
    return Joined(owner: owner, target: far, link: link)
  }

  /// Links that a rule makes; what leads to no row stands in the way.
  private mutating func ruled(_ near: MatrixRelationship) -> [Joined] {
    made.compactMap { item in
      guard let connection = item.rule?.connections[near.id],
        let source = connection.target(item.source, world)
      else { return nil }
      guard let far = heir(of: source) else {
        if !world.rows.contains(where: { $0.ref == source }) {
          ask("mapping.link-unfit", "\(target.model[item.ref.entity].name).\(near.name)", item.source.ref)
        }
        return nil
      }
      return Joined(
        owner: item.ref, target: far,
        link: MatrixLink(owner: item.source.ref, target: source, place: nil, farPlace: nil))
    }
  }

  /// What was kept once is kept at both ends: each has room for one and takes its first.
  private mutating func becomeOneToOne(
    _ near: MatrixRelationship, _ far: MatrixRelationship, _ links: [Joined], _ seen: MatrixRelationship?,
    _ seenFar: MatrixRelationship?
  ) {
    for (end, old, own) in [(near, seen, links), (far, seenFar, links.map(Self.reversed))] {
      let kept = narrowed(own, old?.id)
      tell(end, kept, isOrdered: false)
      askMissing(end, kept)
      if let old { result.lost[name(old.id)] = world.links(old.id).count - kept.count }
    }
  }

  /// A one-to-one whose ends are kept once: the end that keeps the place wins, the other fills what is empty.
  private mutating func bothEnds(
    _ old: String, _ inverse: String, _ near: MatrixRelationship, _ far: MatrixRelationship?
  ) -> [Joined] {
    let isKeptFar = near.isToMany && far?.isToMany == false
    let first = isKeptFar ? world.links(inverse).map(\.reversed) : world.links(old)
    let second = isKeptFar ? world.links(old) : world.links(inverse).map(\.reversed)
    var links = placed(first, at: near)
    let said = placed(second, at: near).filter { one in !links.contains { $0.link == one.link } }
    var (taken, lost): ([MatrixRef], [MatrixRef]) = ([], [])
    let isJoined = near.isToMany && far?.isToMany == true
    for one in said.sorted(by: {
      $0.link.owner == $1.link.owner ? $0.link.target < $1.link.target : $0.link.owner < $1.link.owner
    }) {
      let isFree = !links.contains { isKeptFar ? $0.target == one.target : $0.owner == one.owner }
      let speaker = isKeptFar ? one.link.owner : one.link.target
      if isJoined || isFree {
        links.append(one)
        taken.append(speaker)
      } else {
        lost.append(speaker)
      }
    }
    let speaker = name(isKeptFar ? old : inverse)
    if !taken.isEmpty {
      var note = MatrixObstacle("plan.inverse-taken", speaker, taken.map(\.key))
      if isJoined {
        // Where links have rows of their own, either end may be the one that the other adds to.
        note.isCountedByEnd = true
        note.ends[name(old)] = links.filter { one in !second.contains(one.link) }.map(\.link.owner.key)
          .sorted()
      }
      result.notes.append(note)
    }
    if !lost.isEmpty {
      result.obstacles.append(
        MatrixObstacle("plan.inverse-dropped", speaker, lost.map(\.key), consent: "lossy:\(speaker)"))
    }
    return links
  }

  /// Of several links of an owner the first stays.
  private mutating func narrowed(_ links: [Joined], _ named: String?) -> [Joined] {
    var (kept, owners, lost): ([Joined], Set<Int64>, Int) = ([], [], 0)
    for (_, several) in Dictionary(grouping: links, by: \.owner) {
      let order = several.sorted {
        ($0.link.place ?? 0, $0.link.target.key) < ($1.link.place ?? 0, $1.link.target.key)
      }
      kept += order.prefix(1)
      guard order.count > 1 else { continue }
      lost += order.count - 1
      owners.formUnion(order.prefix(1).map(\.link.owner.key))
    }
    if lost > 0, let named {
      result.obstacles.append(
        MatrixObstacle(
          "plan.relationship-narrowed", name(named), Array(owners), count: lost,
          consent: "lossy:\(name(named))"))
    }
    return kept
  }

  private mutating func askOrder(_ old: MatrixRelationship?, _ new: MatrixRelationship?, _ links: [Joined]) {
    guard let old, old.isOrdered, new.map({ $0.isToMany && !$0.isOrdered }) ?? true else { return }
    let lists = Dictionary(grouping: links, by: \.link.owner).filter { $0.value.count > 1 }.keys.map(\.key)
    guard !lists.isEmpty else { return }
    let subject = name(old.id)
    result.obstacles.append(
      MatrixObstacle("plan.order-dropped", subject, lists, consent: "lossy:\(subject)"))
  }

  private mutating func askMissing(_ near: MatrixRelationship, _ links: [Joined]) {
    guard near.isRequired, let declaring = target.model.owner(of: near.id) else { return }
    let least = near.isToMany ? near.least ?? 0 : 1
    let had = world.model.relationship(near.origin).map { $0.isRequired && !$0.isToMany } ?? false
    let rows = made.filter { item in
      guard target.model.isKind(item.ref.entity, of: declaring.id) else { return false }
      let count = links.count { $0.owner == item.ref }
      return count < least
        && (!had || world.links(near.origin ?? "").contains { $0.owner == item.source.ref })
    }
    for row in rows {
      ask(
        "plan.link-missing", "\(declaring.name).\(near.name)", row.source.ref, kind: row.source.ref.entity)
    }
  }

  /// Links whose rows are both there, and that no relationship of the new model takes.
  private mutating func askLeftLinks() {
    let read = Set(target.rules.flatMap(\.reads))
    for old in world.model.entities.flatMap(\.relationships) where !read.contains(old.id) {
      let isSplit = isOneToOne(old, in: world.model)
      if let inverse = old.inverse, !isSplit, inverse < old.id { continue }
      let all = target.model.entities.flatMap(\.relationships)
      let heirs = all.filter { $0.origin == old.id }
      let heirsBack = all.filter { $0.origin != nil && $0.origin == old.inverse }
      let lost = world.links(old.id).filter { link in
        heir(of: link.owner) != nil && heir(of: link.target) != nil
          && !heirs.contains { joined(link, at: $0) != nil }
          && !heirsBack.contains { joined(link.reversed, at: $0) != nil }
      }
      for id in [old.id, old.inverse].compactMap(\.self) where result.lost[name(id)] == nil {
        let went = world.links(id).filter { heir(of: $0.owner) == nil || heir(of: $0.target) == nil }
        if heirs.isEmpty && heirsBack.isEmpty {
          result.lost[name(id)] = world.links(id).count
        } else if isSplit {
          result.lost[name(id)] = went.count
        }
      }
      guard !lost.isEmpty else { continue }
      var obstacle = MatrixObstacle(
        "plan.relationship-dropped", name(old.id), Set(lost.map(\.owner.key)).sorted(), count: lost.count,
        consent: "drop:\(name(old.id))")
      if let inverse = old.inverse, !isSplit {
        obstacle.ends[name(inverse)] = Set(lost.map(\.target.key)).sorted()
      }
      result.obstacles.append(obstacle)
    }
  }

  private mutating func tell(_ near: MatrixRelationship, _ links: [Joined], isOrdered: Bool) {
    guard let declaring = target.model.owner(of: near.id) else { return }
    for (owner, several) in Dictionary(grouping: links, by: \.owner) {
      let order = several.sorted {
        near.isOrdered && isOrdered
          ? ($0.link.place ?? 0, $0.target.key) < ($1.link.place ?? 0, $1.target.key)
          : $0.target.key < $1.target.key
      }
      result.links.append(
        "\(declaring.name).\(near.name) \(owner.key) > \(order.map { String($0.target.key) }.joined(separator: ","))"
      )
    }
    result.links.sort()
  }
}
