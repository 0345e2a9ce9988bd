import Diagnostics
import YAML

/// Reads a mapping file into values, and tells everything that is wrong with its form.
package struct MappingFileReader {
  var problems: MappingProblems

  /// - Parameters:
  ///   - bytes: the file.
  ///   - file: its name without folder, for messages.
  /// - Throws: `DiagnosticError` of status 64 with every fault, in the order of the file. What is no YAML, or is more
  ///   of it than supported, ends the reading: then it is the only one.
  package static func read(_ bytes: [UInt8], file: String) throws(DiagnosticError) -> MappingFile {
    var reader = MappingFileReader(problems: MappingProblems(file: file))
    let root: YAMLNode
    do {
      root = try YAMLDocument(parsing: bytes).root
    } catch {
      reader.problems.add(error)
      throw DiagnosticError(.usage, reader.problems.diagnostics)
    }
    let result = reader.file(MappingNode(root, path: ""))
    guard let result, reader.problems.isEmpty else {
      throw DiagnosticError(.usage, reader.problems.diagnostics)
    }
    return result
  }

  private mutating func file(_ node: MappingNode) -> MappingFile? {
    guard var fields = fields(node, .file, reportsUnknown: false) else { return nil }
    if let version = require("version", of: fields).flatMap({ text($0) }),
      version.value != MappingFile.version
    {
      // Nothing is known of the keys of another version.
      problems.add(
        .mappingVersion, at: version.place,
        "this program knows version \(MappingFile.version) of the format only",
        recovery: ["Use a newer version of the program."])
      return nil
    }
    fields = reportUnknown(fields)
    let steps = require("steps", of: fields).map { list($0, of: "steps") { $0.step($1) } }
    let assertions = fields.node("assert").map { list($0, of: "assertions") { $0.assertion($1) } }
    if let steps { check(steps) }
    reportRepeated((assertions ?? []).map { Located($0.value.name.value, at: $0.value.name.place) })
    return steps.map { MappingFile(steps: $0, assertions: assertions ?? []) }
  }

  /// Which step comes first, and from where, is told by the names of the versions.
  private mutating func check(_ steps: [Located<MappingStep>]) {
    guard steps.count > 1 else { return }
    for step in steps {
      for (key, name) in [("from", step.value.from), ("to", step.value.to)] where name == nil {
        reportMissing(key, at: step.place, why: ", because there are several steps")
      }
    }
    reportRepeated(steps.compactMap(\.value.from))
    reportRepeated(steps.compactMap(\.value.to))
  }

  private mutating func assertion(_ node: MappingNode) -> Located<MappingAssertion>? {
    guard let fields = fields(node, .assertion) else { return nil }
    let name = require("name", of: fields).flatMap { text($0) }
    let side: Located<MappingAssertion.Side>? = require("on", of: fields).flatMap { word($0) }
    let query = require("query", of: fields).flatMap { text($0) }
    let expect =
      side?.value == .both
      ? fields.node("expect").flatMap { value($0) } : require("expect", of: fields).flatMap { value($0) }
    guard let name, let side, let query else { return nil }
    return Located(MappingAssertion(name: name, on: side, query: query, expect: expect), at: node.place)
  }
}
