import CSQLite

/// A bound of a connection on what statements may be, with SQLite's codes.
package struct ResourceLimit: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Bytes of a text, blob or row.
  package static let length = ResourceLimit(rawValue: SQLITE_LIMIT_LENGTH)
  /// Bytes of a statement.
  package static let statementLength = ResourceLimit(rawValue: SQLITE_LIMIT_SQL_LENGTH)
  /// Levels of an expression.
  package static let expressionDepth = ResourceLimit(rawValue: SQLITE_LIMIT_EXPR_DEPTH)
  /// Parts of a compound SELECT.
  package static let compoundSelect = ResourceLimit(rawValue: SQLITE_LIMIT_COMPOUND_SELECT)
  /// Arguments of a function.
  package static let functionArguments = ResourceLimit(rawValue: SQLITE_LIMIT_FUNCTION_ARG)
  package static let attachedDatabases = ResourceLimit(rawValue: SQLITE_LIMIT_ATTACHED)
  /// Bytes of a pattern of LIKE or GLOB: the time a match may take grows with their number times the text's.
  package static let patternLength = ResourceLimit(rawValue: SQLITE_LIMIT_LIKE_PATTERN_LENGTH)
}

extension Connection {
  /// Lowers a limit for whatever is prepared from now on; one above the library's own bound is that bound.
  package func setLimit(_ limit: ResourceLimit, to value: Int32) {
    sqlite3_limit(handle, limit.rawValue, value)
  }
}
