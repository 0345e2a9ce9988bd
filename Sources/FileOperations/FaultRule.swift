/// What goes wrong at one passage of one point.
package struct FaultRule: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// The process ends at once, as in a power cut (SIGKILL).
    case kill
    /// The process is asked to end (SIGTERM); the call itself is made as ever.
    case interrupt
    /// The process is stopped until somebody lets it go on (SIGSTOP, SIGCONT); then the call is made as ever.
    case stop
    /// The call fails with this error number, without having been made.
    case fail(code: Int32)
    /// A read or a write moves fewer bytes than asked for, as the system may do at any time. Any other call
    /// fails with EIO.
    case short
  }

  /// `nil` stands for every point: passages are then counted over all of them.
  package let point: FilePoint?
  /// The passage at which it happens, from 1.
  package let passage: Int
  /// Whether it happens at every later passage too.
  package let lasts: Bool
  package let action: Action

  package init(point: FilePoint?, passage: Int, lasts: Bool = false, action: Action) {
    self.point = point
    self.passage = passage
    self.lasts = lasts
    self.action = action
  }

  func applies(at passage: Int) -> Bool {
    lasts ? passage >= self.passage : passage == self.passage
  }
}
