import CoreDataModel
import Diagnostics

/// All evidence of a validation, by what it is evidence of.
///
/// Whoever walks rows asks for its `Evidence` beforehand, so that the walk itself looks nothing up.
final class EvidenceBook {
  struct Topic: Hashable {
    var id: DiagnosticID
    var severity: Severity
    var subject: Subject
    /// A sentence; tells topics of one id and subject apart.
    var statement: String
    var recovery: [String] = []
  }

  private var pages: [Topic: Evidence] = [:]
  private let differenceRecovery: String

  /// - Parameter differenceRecovery: what a person is to do about a difference.
  init(differenceRecovery: String = newResultRecovery) { self.differenceRecovery = differenceRecovery }

  func evidence(
    _ id: DiagnosticID, _ severity: Severity, entity: String? = nil, property: String? = nil,
    _ statement: String, recovery: [String] = []
  ) -> Evidence {
    let topic = Topic(
      id: id, severity: severity, subject: Subject(entity: entity, property: property), statement: statement,
      recovery: recovery)
    if let known = pages[topic] { return known }
    let evidence = Evidence()
    pages[topic] = evidence
    return evidence
  }

  func evidence(
    _ id: DiagnosticID, _ severity: Severity, _ property: PropertyKey, _ statement: String,
    recovery: [String] = []
  ) -> Evidence {
    evidence(
      id, severity, entity: property.entity, property: property.name, statement, recovery: recovery)
  }

  /// A difference between what is and what should be.
  func difference(_ id: DiagnosticID, entity: String? = nil, property: String? = nil, _ statement: String)
    -> Evidence
  {
    evidence(id, .error, entity: entity, property: property, statement, recovery: [differenceRecovery])
  }

  /// Of a result that is not in its place yet.
  static let newResultRecovery =
    "Nothing was put in place. Run again; if it happens again, report it with this list."

  /// What was counted at least once, sorted.
  var diagnostics: [Diagnostic] {
    pages.filter { $0.value.count > 0 }.map { topic, evidence in
      Diagnostic(
        topic.id, topic.severity, topic.subject, count: evidence.count, oldKeys: evidence.keys,
        links: evidence.links,
        summary: ([topic.statement] + [evidence.pattern?.sentence].compactMap(\.self)).joined(separator: " "),
        recovery: topic.recovery)
    }.sorted(by: Self.precedes)
  }

  static func precedes(_ lhs: Diagnostic, _ rhs: Diagnostic) -> Bool {
    func rank(_ diagnostic: Diagnostic) -> (String, String, String, String) {
      let subject = diagnostic.subject
      return (diagnostic.id.rawValue, subject.entity ?? "", subject.property ?? "", diagnostic.summary)
    }
    return rank(lhs) < rank(rhs)
  }
}
