/// One question of SQLite while it compiles a statement.
package struct AuthorizerRequest: Sendable, Hashable {
  package let action: AuthorizerAction
  /// What the two names mean depends on the action.
  package let first: String?
  package let second: String?
  /// `main`, `temp` or the name of an attached file.
  package let database: String?
  /// The innermost view that the access comes from. **Not to be relied on alone**: a common table expression gives its
  /// own name here, which the author of the statement chooses.
  package let context: String?
}
