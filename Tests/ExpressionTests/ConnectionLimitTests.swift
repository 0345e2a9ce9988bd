import SQLite
import Testing

@Suite("Limits of a connection's statements")
struct ConnectionLimitTests {
  /// Some 400,000 steps.
  private static let long =
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 20000) SELECT sum(x) FROM r"

  @Test("They hold for what runs inside, and for all of it together; then those before are back")
  func nesting() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    func isStopped(_ limits: StatementLimits, times: Int = 1) -> Bool {
      do throws(DatabaseError) {
        try connection.limited(to: limits) { () throws(DatabaseError) in
          for _ in 0..<times { _ = try connection.rows(Self.long) }
        }
        return false
      } catch {
        #expect(error.code.primary == .interrupt)
        return true
      }
    }
    #expect(isStopped(StatementLimits(steps: 10_000)))
    #expect(connection.stopReason == .stepLimit)
    #expect(try connection.rows(Self.long) == [[.integer(200_010_000)]])
    #expect(!isStopped(StatementLimits(steps: 1_000_000)))
    #expect(isStopped(StatementLimits(steps: 1_000_000), times: 10))
    let outer = try connection.limited(to: StatementLimits(steps: 10_000)) { () throws(DatabaseError) in
      // The inner limits are others, and take nothing of the outer ones.
      #expect(!isStopped(StatementLimits(steps: 1_000_000)))
      return try connection.rows("SELECT 1")
    }
    #expect(outer == [[.integer(1)]])
    #expect(throws: DatabaseError.self) {
      try connection.limited(to: StatementLimits(steps: 10_000)) { () throws(DatabaseError) in
        #expect(!isStopped(StatementLimits()))
        _ = try connection.rows(Self.long)
      }
    }
  }

  @Test("An interruption stops with limits and without, and is told from them")
  func interruption() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    connection.interrupt(when: { true })
    #expect(throws: DatabaseError.self) { _ = try connection.rows(Self.long) }
    #expect(connection.stopReason == .interruption)
    #expect(throws: DatabaseError.self) {
      try connection.limited(to: StatementLimits(steps: 1_000_000_000, time: .seconds(3600))) {
        () throws(DatabaseError) in
        _ = try connection.rows(Self.long)
      }
    }
    #expect(connection.stopReason == .interruption)
    // And again without limits: they left it in force.
    #expect(throws: DatabaseError.self) { _ = try connection.rows(Self.long) }
  }

  @Test("A new authorizer replaces the one before; a denied function is an error of its own")
  func authorizer() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.authorize { $0.action == .select }
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    #expect(throws: DatabaseError.self) { _ = try connection.rows("SELECT abs(1)") }
    #expect(throws: DatabaseError.self) { try connection.execute("CREATE TABLE t (a)") }
    try connection.authorize { _ in true }
    #expect(try connection.rows("SELECT abs(1)") == [[.integer(1)]])
  }

  @Test("A statement that does not prepare has the place of the fault")
  func offset() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    do {
      _ = try connection.prepare("SELECT 1 +  nothing1")
      Issue.record("it was prepared")
    } catch {
      #expect(error.offset == 12)
    }
  }
}
