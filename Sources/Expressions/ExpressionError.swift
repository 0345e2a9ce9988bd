import SQLite

/// Why an expression is refused, or could not be worked out. Names in it are the model's, the expression's or SQLite's,
/// never values.
package enum ExpressionError: Error, Sendable, Hashable {
  /// The model has no entity of that name.
  case unknownEntity(String)
  /// SQLite does not take it; its own message. `offset` is a place in the expression, in bytes of UTF-8.
  case invalid(message: String, offset: Int?)
  /// It ends too early, closes what it did not open, or goes on behind its end: text that is no whole expression.
  case incomplete
  /// It holds `?`, `:name` or the like, which nobody gives a value.
  case parameters
  /// It has common table expressions, and what may refer to them more often than `CommonTableBound` allows.
  case tooComplex
  /// It asks for something that is not allowed.
  case refused(Refusal)
  /// A name that SQLite cannot tell from another one; what to write instead.
  case ambiguousName(String, alternatives: [String])
  case stepLimit
  case timeLimit
  case interrupted
  /// A text or a blob, of a row or on the way, is longer than `ExpressionSession.longestValue`.
  case tooBig
  /// It failed on a row: SQLite's message, or one of our functions'.
  case failed(message: String)
  /// The snapshot could not be read, or the views not be made.
  case database(DatabaseError)

  package enum Refusal: Sendable, Hashable {
    /// In lower case.
    case function(String)
    /// A table or a column that is none of the views'.
    case table(String)
    /// SQLite's code of what a statement does.
    case action(Int32)
  }
}
