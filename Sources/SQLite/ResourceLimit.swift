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
  /// Columns of a table, an index or a result.
  package static let columns = ResourceLimit(rawValue: SQLITE_LIMIT_COLUMN)
  package static let triggerDepth = ResourceLimit(rawValue: SQLITE_LIMIT_TRIGGER_DEPTH)

  /// What no connection goes beyond, however SQLite was built. A value may be as long as any that Core Data can have
  /// stored: nothing is lost. The rest is what our own statements need, for tables as wide as SQLite makes them.
  package static let ofEveryConnection: [(limit: ResourceLimit, value: Int32)] = [
    (.length, 1_000_000_000), (.statementLength, 4_000_000), (.columns, 2_000), (.expressionDepth, 1_000),
    (.compoundSelect, 500), (.functionArguments, 127), (.attachedDatabases, 10), (.triggerDepth, 10),
    (.patternLength, 1_000),
  ]
}

extension Connection {
  /// Lowers a limit for whatever is prepared from now on; one above the library's own bound is that bound.
  package func setLimit(_ limit: ResourceLimit, to value: Int32) {
    sqlite3_limit(handle, limit.rawValue, value)
  }
}
