/// How far statements may go.
package struct StatementLimits: Sendable, Hashable {
  /// Steps of SQLite's virtual machine, for all statements together; looked at once in 1,000 steps. The same statement
  /// over the same file with the same SQLite takes the same steps every time.
  package var steps: Int?
  /// Another limit than steps: whether it strikes depends on the machine.
  package var time: Duration?

  package init(steps: Int? = nil, time: Duration? = nil) {
    self.steps = steps
    self.time = time
  }
}
