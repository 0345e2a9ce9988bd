/// How the program ends. The numbers are a contract with scripts: they are only ever added to.
package enum ExitStatus: Int32, Sendable, Hashable {
  /// Done, and clean.
  case clean = 0
  /// Done, and a warning or an error about the data remains; for comparisons: something differs.
  case findings = 1
  /// Unexpected failure; nothing of the user's was changed.
  case failure = 2
  /// Needs a consent, a value or a rule.
  case blocked = 3
  /// Store or model not there, not one, or of no known version.
  case notRecognised = 4
  /// An SQLite file that is damaged.
  case damaged = 5
  /// The result differs from source and plan.
  case validationFailed = 6
  /// The original state could not be proven.
  case originalNotProven = 7
  /// Store or destination in use, or changed by somebody else.
  case inUse = 8
  /// Not enough space.
  case noSpace = 9
  /// Interrupted.
  case interrupted = 10
  /// Wrong usage.
  case usage = 64
}
