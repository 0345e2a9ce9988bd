/// What must come out: obstacles before, and after all consents rows, links and accounts.
struct MatrixExpectation {
  var obstacles: [MatrixObstacle] = []
  /// Notes that need no consent, and warnings about the result.
  var notes: [MatrixObstacle] = []
  var warnings: [MatrixObstacle] = []
  /// `Entity key attribute=value …`, destination names and keys, sorted.
  var rows: [String] = []
  /// `Entity.relationship key > keys`, in order where there is one.
  var links: [String] = []
  /// `Source>Destination read migrated merged dropped rejected`, none of no rows.
  var accounts: [String] = []
  /// Links that are lost, by the source relationship that keeps them.
  var lost: [String: Int] = [:]

  var isPossible: Bool { !obstacles.contains { $0.consent == nil && !$0.isConsented } }
  var consents: [String] { Set(obstacles.compactMap(\.consent)).sorted() }
}
