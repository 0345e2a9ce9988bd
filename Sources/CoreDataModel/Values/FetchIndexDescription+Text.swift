extension FetchIndexDescription {
  /// The elements in one line, for people.
  package var text: String {
    elements.map(\.text).joined(separator: ", ") + (hasPartialPredicate ? ", where a predicate holds" : "")
  }
}

extension FetchIndexDescription.Element {
  package var text: String {
    (property ?? "an expression") + (isAscending ? "" : " descending") + (isRTree ? " (RTree)" : "")
  }
}
