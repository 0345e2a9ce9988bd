import SQLite
import Testing

/// Rows are told of while one statement writes them.
@Suite("Watching rows")
struct RowWatchTests {
  @Test("Rows of the main database are told of in parts, and their sum is what SQLite says")
  func parts() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v); CREATE TEMP TABLE s (v)")
    let numbers =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) SELECT x FROM n"
    var told: [Int64] = []
    try connection.watchingRows({ told.append($0) }) {
      try connection.execute("INSERT INTO temp.s \(numbers)")
      try connection.execute("INSERT INTO main.t (v) \(numbers)")
    }
    #expect(told == [256, 256, 256, 232])
    told = []
    try connection.watchingRows({ told.append($0) }) {
      try connection.execute("UPDATE t SET v = v + 1 WHERE id <= 10")
    }
    #expect(told == [10])
    #expect(try connection.integer("SELECT changes()") == 10)
    try connection.execute("UPDATE t SET v = 0")
    #expect(told == [10])
  }

  @Test("What fails has told of what it wrote until then")
  func failure() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (v CHECK (v < 300)); PRAGMA ignore_check_constraints = OFF")
    var told: Int64 = 0
    #expect(throws: DatabaseError.self) {
      try connection.watchingRows({ told += $0 }) {
        try connection.execute(
          "INSERT INTO t WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n")
      }
    }
    #expect(told == 299)
  }
}
