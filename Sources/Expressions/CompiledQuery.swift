/// A statement that gives rows, reads nothing but the views, and calls nothing but what is allowed. Only
/// `ExpressionCompiler` makes them.
package struct CompiledQuery: Sendable, Hashable {
  package let text: String

  init(text: String) {
    self.text = text
  }

  /// As it stands in a statement. The line feeds end a comment.
  var parenthesized: String { "(\n\(text)\n)" }
}
