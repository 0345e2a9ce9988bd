extension AttributeType {
  private static let integers: [AttributeType] = [.integer16, .integer32, .integer64]

  /// Equal types, or a wider integer: nothing else is certain to keep every value (format page 6.1).
  package func isCarriedOver(to other: AttributeType) -> Bool {
    guard self != other else { return true }
    guard let from = Self.integers.firstIndex(of: self), let to = Self.integers.firstIndex(of: other) else {
      return false
    }
    return from <= to
  }
}
