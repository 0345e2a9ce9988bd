/// A value in the `userInfo` of an entity or a property.
package enum UserInfoValue: Sendable, Hashable {
  case text(String)
  /// A list of texts, which only code can put there.
  case texts([String])
  /// Anything else, which only code can put there; it is not read.
  case other

  /// Nil for what is no text.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
