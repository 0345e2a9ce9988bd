import CoreDataModel

extension PropertyKey {
  /// `Entity.property`, as mapping files write it.
  package init?(mapping text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !parts[1].hasSuffix("."),
      !parts[1].hasPrefix(".")
    else { return nil }
    self.init(String(parts[0]), String(parts[1]))
  }
}
