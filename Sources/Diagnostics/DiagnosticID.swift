/// The stable name of a kind of finding, `family.kebab-case`. Scripts depend on it: an id is never renamed.
///
/// Ids are declared as static members in an extension beside the code that reports them.
package struct DiagnosticID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }

  package static func < (lhs: DiagnosticID, rhs: DiagnosticID) -> Bool { lhs.rawValue < rhs.rawValue }
}
