import Foundation

/// What takes too long for every run of all tests.
package enum LongTests {
  /// `IMPORT_LEGACY_LONG_TESTS=1` asks for all of it.
  package static let areWanted = ProcessInfo.processInfo.environment["IMPORT_LEGACY_LONG_TESTS"] == "1"

  /// All of `cases` where the long tests are wanted; else every `step`-th.
  package static func some<Case>(of cases: [Case], every step: Int) -> [Case] {
    areWanted ? cases : cases.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }
}
