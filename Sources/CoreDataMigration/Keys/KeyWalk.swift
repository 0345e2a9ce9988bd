/// Keys through every step of a run: from a row of the store that was given to one of the result, and back.
package struct KeyWalk: Sendable {
  /// One for each step, in their order.
  package let maps: [OldIDMap]
  /// For each step, rows that became one with another before it: root entity to key to that other's key.
  private let survivors: [[String: [Int64: Int64]]]
  private let hasFurtherRows: Bool

  package init(_ maps: [OldIDMap], survivors: [[String: [Int64: Int64]]] = []) {
    self.maps = maps
    self.survivors = survivors
    hasFurtherRows = maps.contains { $0.entries.contains(where: \.isFurther) }
  }

  /// Rows of the store that was given.
  package var entries: [OldIDMap.Entry] { maps.first?.entries ?? [] }

  /// Whether every row that is left has the key it had.
  package var keepsKeys: Bool { maps.allSatisfy { $0.entries.allSatisfy { $0.assignment == .kept } } }

  /// Every place of a row: rules may have made several rows of it. One that became one with another has that one's.
  package func places(of key: Int64, from entry: OldIDMap.Entry) -> [(entity: String, key: Int64)] {
    guard let destination = entry.destinationEntity, let new = entry.newKey(key) else { return [] }
    var places = [(entity: destination, key: new)]
    for position in maps.indices.dropFirst() {
      places = places.flatMap { place in next(place, position) }
    }
    return places
  }

  /// What became of a row over all steps.
  enum Fate {
    /// It has a place of its own.
    case placed(entity: String, key: Int64)
    /// It became one with another row, which is there.
    case merged(entity: String, key: Int64)
    /// Left out because it does not fit, or what it became one with.
    case rejected
    /// Left out, or not there.
    case dropped
  }

  func fate(of key: Int64, in entity: String) -> Fate {
    var place = (entity: entity, key: key)
    var isMerged = false
    for position in maps.indices {
      if let survivor = survivor(of: place, position) {
        place.key = survivor
        isMerged = true
      }
      guard let entry = maps[position].entry(holding: place.key, of: place.entity) else { return .dropped }
      guard let new = entry.newKey(place.key), let destination = entry.destinationEntity else {
        return entry.isRejected ? .rejected : .dropped
      }
      place = (destination, new)
    }
    return isMerged
      ? .merged(entity: place.entity, key: place.key) : .placed(entity: place.entity, key: place.key)
  }

  /// The other places of a row that has one, which rules made of it on the way.
  func furtherPlaces(of key: Int64, in entity: String) -> [(entity: String, key: Int64)] {
    guard hasFurtherRows, let own = maps.first?.entry(ofSource: entity) else { return [] }
    let all = entries.filter { $0.sourceRoot == own.sourceRoot && $0.keys.contains(key) }
      .flatMap { places(of: key, from: $0) }
    guard case .placed(let entity, let key) = fate(of: key, in: entity) else { return all }
    return all.filter { $0.entity != entity || $0.key != key }
  }

  private func next(_ place: (entity: String, key: Int64), _ position: Int) -> [(entity: String, key: Int64)]
  {
    let map = maps[position]
    let key = survivor(of: place, position) ?? place.key
    guard let own = map.entry(ofSource: place.entity) else { return [] }
    return map.entries.compactMap { entry in
      guard entry.sourceRoot == own.sourceRoot, let new = entry.newKey(key),
        let destination = entry.destinationEntity
      else { return nil }
      return (destination, new)
    }
  }

  private func survivor(of place: (entity: String, key: Int64), _ position: Int) -> Int64? {
    guard survivors.indices.contains(position), !survivors[position].isEmpty,
      let root = maps[position].entry(ofSource: place.entity)?.sourceRoot
    else { return nil }
    return survivors[position][root]?[place.key]
  }

  /// Where a row went; nil for one that is not there, that became one with another, or that some step leaves out.
  package func place(of key: Int64, in entity: String) -> (entity: String, key: Int64)? {
    if case .placed(let entity, let key) = fate(of: key, in: entity) { (entity, key) } else { nil }
  }

  /// The key that a row of the last step's store had in the store that was given; nil where it comes from no row of it.
  ///
  /// - Parameter entity: of that store; one above it in its table will do.
  package func original(of key: Int64, in entity: String) -> Int64? {
    var place = (entity: entity, key: key)
    for map in maps.reversed() {
      guard let found = map.origin(of: place.key, in: place.entity) else { return nil }
      place = found
    }
    return place.key
  }
}

extension OldIDMap {
  /// The entry that a row is in. Another than its entity's own, where what was done to the rows before this step made
  /// it a row of another entity of its table.
  func entry(holding key: Int64, of entity: String) -> Entry? {
    guard let own = entry(ofSource: entity) else { return nil }
    if own.keys.contains(key), !own.isFurther { return own }
    return entries.first { $0.sourceRoot == own.sourceRoot && !$0.isFurther && $0.keys.contains(key) }
  }

  /// The row that became this one: keys are handed out once in a table.
  func origin(of key: Int64, in entity: String) -> (entity: String, key: Int64)? {
    let exact = entries.filter { $0.destinationEntity == entity }
    let roots = Set(exact.compactMap(\.destinationRoot))
    let kin = entries.filter { entry in
      entry.destinationEntity != entity
        && (entry.destinationRoot.map { roots.contains($0) || $0 == entity } ?? false)
    }
    for entry in exact + kin {
      if let old = entry.oldKey(key) { return (entry.sourceEntity, old) }
    }
    return nil
  }
}

extension OldIDMap.Entry {
  /// The inverse of `newKey`.
  func oldKey(_ newKey: Int64) -> Int64? {
    let candidate: Int64? =
      switch assignment {
      case .kept: newKey
      case .shifted(let offset): Self.difference(newKey, offset)
      case .ranked(let base): Self.difference(newKey, base).flatMap { ranking.key(ofRank: $0 - 1) }
      }
    guard let candidate, self.newKey(candidate) == newKey else { return nil }
    return candidate
  }

  private static func difference(_ key: Int64, _ offset: Int64) -> Int64? {
    let (result, overflow) = key.subtractingReportingOverflow(offset)
    return overflow || result == .min ? nil : result
  }
}
