@testable import CoreDataMapping
import Diagnostics

/// Mapping files in few words.
enum MappingText {
  static let file = "Brew.yaml"

  static func read(_ text: String) throws -> MappingFile {
    try MappingFileReader.read(Array(text.utf8), file: file)
  }

  /// The faults of a text; none if it can be read.
  static func faults(_ text: String) -> [Diagnostic] {
    do {
      _ = try MappingFileReader.read(Array(text.utf8), file: file)
      return []
    } catch {
      return error.exit == .usage ? error.diagnostics : []
    }
  }

  /// `id line:column path`, as far as a summary tells.
  static func places(_ faults: [Diagnostic]) -> [String] {
    faults.map { fault in
      let head = fault.summary.prefix { $0 != ":" }.split(separator: ", ")
      let place = head.dropFirst().prefix(2).compactMap { $0.split(separator: " ").last }.joined(
        separator: ":")
      return ([fault.id.rawValue, place] + head.dropFirst(3).map(String.init)).joined(separator: " ")
    }
  }

  /// A file of one step with these lines in it.
  static func step(_ lines: String) -> String {
    let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    return "version: 1\nsteps:\n  -\n" + indented
  }
}
