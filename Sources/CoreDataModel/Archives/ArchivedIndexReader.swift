import PropertyLists

/// Reads an entity's archived fetch indexes.
struct ArchivedIndexReader {
  private let archive: ModelArchive

  init(_ archive: ModelArchive) { self.archive = archive }

  /// Each name once: some versions of the framework wrote those it had made itself again.
  func indexes(_ reference: PropertyList?) throws(ModelError) -> [FetchIndexDescription] {
    var indexes: [FetchIndexDescription] = []
    var names: Set<String> = []
    for member in try archive.members(reference) {
      guard let object = try archive.object(member), let name = try archive.string(object["NSIndexName"])
      else {
        throw archive.failure("an index has no name")
      }
      guard names.insert(name).inserted else { continue }
      var index = FetchIndexDescription(name: name, elements: [])
      for element in try archive.members(object["NSIndexElements"]) {
        guard let element = try archive.object(element) else {
          throw archive.failure("an index has an empty element")
        }
        // An element with a description of its own is an expression; `NSPropertyName` then means nothing.
        let isExpression = try archive.object(element["NSIndexedProperty"]) != nil
        index.elements.append(
          FetchIndexDescription.Element(
            property: isExpression ? nil : try archive.string(element["NSPropertyName"]),
            isAscending: archive.flag(element, "NSAscending"),
            isRTree: try archive.integer(element, "NSFetchIndexElementType") == 1))
      }
      index.hasPartialPredicate = try archive.object(object["NSPartialIndexPredicate"]) != nil
      indexes.append(index)
    }
    return indexes
  }
}
