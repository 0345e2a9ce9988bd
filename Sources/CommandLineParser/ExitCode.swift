/// Ends the program with a status and without a word.
package struct ExitCode: Error, Sendable, Hashable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  package static let success = ExitCode(0)
  /// Not 1, which says that the work was done and something was found.
  package static let failure = ExitCode(2)
  package static let validationFailure = ExitCode(64)
}
