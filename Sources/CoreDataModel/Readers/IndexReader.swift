/// Reads what an entity says of uniqueness and indexes.
enum IndexReader {
  /// Names in declared order, which an entity's version hash depends on.
  static func uniquenessConstraints(_ entity: ModelElement) throws(ModelError) -> [[String]] {
    try lists(entity, "uniquenessConstraints", "uniquenessConstraint", "constraint")
  }

  static func compoundIndexes(_ entity: ModelElement) throws(ModelError) -> [[String]] {
    try lists(entity, "compoundIndexes", "compoundIndex", "index")
  }

  static func fetchIndexes(_ entity: ModelElement) throws(ModelError) -> [FetchIndexDescription] {
    var indexes: [FetchIndexDescription] = []
    for element in entity.children("fetchIndex") {
      var index = FetchIndexDescription(name: try element.required("name"), elements: [])
      for child in element.children("fetchIndexElement") {
        index.elements.append(try fetchIndexElement(child))
      }
      index.hasPartialPredicate = element.text("partialIndexPredicate") != nil
      indexes.append(index)
    }
    return indexes
  }

  private static func fetchIndexElement(
    _ element: ModelElement
  ) throws(ModelError) -> FetchIndexDescription.Element {
    var result = FetchIndexDescription.Element(property: nil)
    if element.text("expression") == nil {
      result.property = try element.required("property")
    }
    switch element.text("order") {
    case nil, "ascending": result.isAscending = true
    case "descending": result.isAscending = false
    default: throw element.invalid("order is neither ascending nor descending")
    }
    switch element.text("type") {
    case nil, "Binary": result.isRTree = false
    case "RTree": result.isRTree = true
    default: throw element.invalid("the type of an index element is neither Binary nor RTree")
    }
    return result
  }

  private static func lists(
    _ entity: ModelElement, _ container: String, _ list: String, _ item: String
  ) throws(ModelError) -> [[String]] {
    var result: [[String]] = []
    for element in entity.children(container).flatMap({ $0.children(list) }) {
      var names: [String] = []
      for child in element.children(item) {
        names.append(try child.required("value"))
      }
      if !names.isEmpty { result.append(names) }
    }
    return result
  }
}
