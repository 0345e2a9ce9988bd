/// An index that a model asks for by name.
package struct FetchIndexDescription: Sendable, Hashable {
  package struct Element: Sendable, Hashable {
    /// Name of the property; nil for an expression.
    package var property: String?
    package var isAscending = true
    /// Spatial (`type="RTree"`) instead of binary.
    package var isRTree = false

    package init(property: String?, isAscending: Bool = true, isRTree: Bool = false) {
      self.property = property
      self.isAscending = isAscending
      self.isRTree = isRTree
    }
  }

  package var name: String
  package var elements: [Element]
  package var hasPartialPredicate = false

  package init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
