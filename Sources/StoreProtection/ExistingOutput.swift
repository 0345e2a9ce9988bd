/// How what stands at OUTPUT compares with a result.
package enum ExistingOutput: Sendable, Hashable {
  case absent
  /// The finished result of this very import: there is nothing to do.
  case equal
  /// Something else, which must not be replaced.
  case different
}
