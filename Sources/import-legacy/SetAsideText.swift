import Diagnostics
import JSON
import StoreProtection

/// What `set-aside` prints.
enum SetAsideText {
  static func words(_ result: SetAside.Result, store: String) -> String {
    var lines = ["\(store): \(outcome(result.outcome))"]
    lines += result.moved.map { "  \($0)" }
    for finding in result.findings {
      lines.append("\(finding.severity.rawValue)[\(finding.id)]: \(finding.summary)")
      lines += finding.recovery.map { "  -> \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ result: SetAside.Result, store: String) -> JSONValue {
    [
      "formatVersion": 1, "store": .string(store), "outcome": .string(result.outcome.rawValue),
      "folder": .optional(result.folder), "files": .array(result.moved.map(JSONValue.string)),
      "readable": result.isReadable.map(JSONValue.bool) ?? .null,
      "findings": .array(
        result.findings.map { finding in
          [
            "id": .string(finding.id.rawValue), "severity": .string(finding.severity.rawValue),
            "summary": .string(finding.summary), "recovery": .array(finding.recovery.map(JSONValue.string)),
          ]
        }),
    ]
  }

  private static func outcome(_ outcome: SetAside.Outcome) -> String {
    switch outcome {
    case .setAside: "set aside."
    case .broughtBack: "brought back."
    case .nothingToDo: "nothing to do."
    }
  }
}
