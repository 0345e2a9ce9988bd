import Diagnostics
import JSON

/// What `model lint` prints.
enum LintText {
  static func text(_ findings: [Diagnostic], version: String) -> String {
    guard !findings.isEmpty else { return "\(version): nothing found\n" }
    let lines = findings.map { finding in
      let place = [finding.subject.entity, finding.subject.property].compactMap(\.self)
      let lead = "\(finding.severity.rawValue)[\(finding.id)]: \(place.joined(separator: "."))"
      return WrappedText.words(place.isEmpty ? lead : lead + ":", finding.summary, indentation: 2)
        + finding.recovery.map { WrappedText.words("  ->", $0, indentation: 5) }.joined()
    }
    return lines.joined() + "\n\(version): \(findings.count) found\n"
  }

  static func json(_ findings: [Diagnostic], version: String) -> JSONValue {
    [
      "version": .string(version),
      "findings": .array(
        findings.map { finding in
          [
            "id": .string(finding.id.rawValue),
            "severity": .string(finding.severity.rawValue),
            "entity": .optional(finding.subject.entity),
            "property": .optional(finding.subject.property),
            "summary": .string(finding.summary),
            "recovery": .array(finding.recovery.map(JSONValue.string)),
          ]
        }),
    ]
  }
}
