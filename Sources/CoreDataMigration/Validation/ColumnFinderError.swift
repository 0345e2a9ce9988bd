import SQLite

/// Why a file does not hold what a model asks for.
enum ColumnFinderError: Error {
  case database(DatabaseError)
  /// A table, or `TABLE.COLUMN`.
  case notFound(String)
}
