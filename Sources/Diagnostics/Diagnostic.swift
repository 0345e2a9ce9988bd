/// One thing a person should know: what, where, how many rows, and the way out.
///
/// Neither `summary` nor `recovery` may hold a value of the user's data.
package struct Diagnostic: Sendable, Hashable {
  /// At most so many old keys are kept as evidence; `count` stays exact.
  package static let maximumOldKeys = 100

  /// A link by the old keys of its ends.
  package struct LinkKeys: Sendable, Hashable, Comparable {
    package var owner: Int64
    package var target: Int64

    package init(owner: Int64, target: Int64) {
      self.owner = owner
      self.target = target
    }

    package static func < (lhs: LinkKeys, rhs: LinkKeys) -> Bool {
      (lhs.owner, lhs.target) < (rhs.owner, rhs.target)
    }
  }

  package var id: DiagnosticID
  package var severity: Severity
  package var subject: Subject
  /// How many rows or links it concerns; 0 where counting means nothing.
  package var count: Int64
  /// Keys (`Z_PK`) in the source store, ascending.
  package var oldKeys: [Int64]
  /// Where links are meant: old keys of both ends, in the order of the owners; as many as `oldKeys` may be.
  package var links: [LinkKeys]
  package var summary: String
  /// What a person can do about it, each step a sentence.
  package var recovery: [String]

  package init(
    _ id: DiagnosticID, _ severity: Severity, _ subject: Subject = Subject(), count: Int64 = 0,
    oldKeys: [Int64] = [], links: [LinkKeys] = [], summary: String, recovery: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.subject = subject
    self.count = count
    self.oldKeys = Array(oldKeys.prefix(Self.maximumOldKeys))
    self.links = Array(links.prefix(Self.maximumOldKeys))
    self.summary = summary
    self.recovery = recovery
  }
}
