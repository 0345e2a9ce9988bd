/// Ends the program with status 0 and words on standard output.
package enum CleanExit: Error, Sendable {
  /// The help of the command at hand.
  case helpRequest
  case message(String)
}
