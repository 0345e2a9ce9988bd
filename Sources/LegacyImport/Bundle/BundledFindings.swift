import CoreDataMigration
import Diagnostics
import JSON
import Reports

/// Findings without their words, which may hold names of files, and without keys of rows.
struct BundledFindings {
  let findings: [Finding]
  let names: SafeNames

  init(_ findings: [Finding], names: SafeNames) {
    self.findings = findings
    self.names = names
  }

  var jsonValue: JSONValue {
    .array(
      findings.map { finding in
        [
          "id": .string(id(finding.id)), "severity": .string(finding.severity.rawValue),
          "entity": .optional(finding.entity.map { names.subject($0, .entity) }),
          "property": .optional(finding.property.map { names.subject($0, .property) }),
          "count": .integer(finding.count), "keys": .integer(Int64(finding.oldKeys.count)),
          "links": .integer(Int64(finding.links.count)),
        ]
      })
  }

  /// A kept report is a file: what is no id there is told as any other name.
  private func id(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isID =
      parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
      }
    return isID ? text : names(text, .name)
  }
}
