import CSQLite

/// What a statement is about to do, with SQLite's codes. An open set: a newer library may know more.
package struct AuthorizerAction: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No names.
  package static let select = AuthorizerAction(rawValue: SQLITE_SELECT)
  /// Table and column; no column where only the rows matter.
  package static let read = AuthorizerAction(rawValue: SQLITE_READ)
  /// The second name is the function's.
  package static let function = AuthorizerAction(rawValue: SQLITE_FUNCTION)
  /// A common table expression that refers to itself.
  package static let recursive = AuthorizerAction(rawValue: SQLITE_RECURSIVE)
}
