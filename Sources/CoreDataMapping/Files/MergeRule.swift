/// Several rows become one.
package struct MergeRule: Sendable, Hashable {
  /// The destination entity.
  package var entity: Located<String>
  /// Properties in which duplicates are equal. At least one.
  package var by: [Located<String>]
  /// Which one stays: the first in this order.
  package var keep: Located<[KeepTerm]>

  package init(entity: Located<String>, by: [Located<String>], keep: Located<[KeepTerm]>) {
    self.entity = entity
    self.by = by
    self.keep = keep
  }
}
