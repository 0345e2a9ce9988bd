/// How a new key follows from an old one: a function, so that every run gives the same.
package enum KeyAssignment: Sendable, Hashable {
  case kept
  /// Several source tables feed one destination table: a fixed number is added.
  case shifted(by: Int64)
  /// Keys too large to shift: the position among the old ones, after `base` others; counted from 1.
  case ranked(base: Int64)
}
