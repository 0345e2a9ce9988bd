import SQLite

extension Statement {
  /// Runs for one key, and is ready for the next.
  func run(_ key: Int64) throws(DatabaseError) {
    try bind(.integer(key), at: 1)
    try run()
    reset()
  }

  func run(_ key: Int64, _ number: Int64) throws(DatabaseError) {
    try run(key, .integer(number))
  }

  func run(_ key: Int64, _ value: Value) throws(DatabaseError) {
    try bind(value, at: 2)
    try run(key)
  }

  /// The first number of the first row for one key; 0 where there is none.
  func answer(_ key: Int64) throws(DatabaseError) -> Int64 {
    try bind(.integer(key), at: 1)
    defer { reset() }
    return try step() ? integer(at: 0) : 0
  }
}
