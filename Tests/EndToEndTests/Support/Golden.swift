import Digests
import Foundation
import Testing

/// What was said once, looked at, and kept. It is written anew where that is asked for, and the test then fails.
enum Golden {
  static let isRecording = ProcessInfo.processInfo.environment["IMPORT_LEGACY_RECORD_GOLDEN"] == "1"
  private static let folder = Places.repository.appendingPathComponent("Tests/EndToEndTests/Golden")

  static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let file = folder.appendingPathComponent(name)
    if isRecording {
      try Data(text.utf8).write(to: file)
      Issue.record("\(name) was written anew: look at what changed", sourceLocation: sourceLocation)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    guard kept != text else { return }
    let (old, new) = (kept.split(separator: "\n"), text.split(separator: "\n"))
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      "\(name), line \((line?.offset ?? min(old.count, new.count)) + 1): \(line?.element.1 ?? "another length")",
      sourceLocation: sourceLocation)
  }

  static func digest(_ text: String) -> String { sha256(Array(text.utf8)).hexadecimalText }
}
