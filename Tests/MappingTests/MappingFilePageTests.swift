@testable import CoreDataMapping
import Foundation
import Testing

@Suite("The page about mapping files")
struct MappingFilePageTests {
  private func page() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Documentation/MappingFiles.md"), encoding: .utf8)
  }

  /// Indented paragraphs, without their margin.
  private func examples() throws -> [String] {
    try page().components(separatedBy: "\n\n").filter { $0.hasPrefix("    ") }.map { block in
      block.split(separator: "\n").map { String($0.dropFirst(4)) }.joined(separator: "\n")
    }
  }

  @Test("Its examples can be read, the first as it is tested elsewhere")
  func readsExamples() throws {
    let examples = try examples()
    #expect(examples.count == 3)
    #expect(try MappingText.read(examples[0]) == MappingText.read(MappingFileReaderTests.example))
    let entity = MappingText.step(
      "entities:\n- name: Book\n" + examples[1].replacing(/(^|\n)/, with: { "\($0.0)  " }))
    let table = try MappingText.read(entity).steps.first?.value.entities.first?.value.values.first?.value
      .value
    #expect(table?.map.map(\.key.value) == ["1", "2", ""])
    #expect(table?.fallback?.value == "other")
    let assertions = try MappingText.read("version: 1\nsteps: [{}]\n" + examples[2]).assertions
    #expect(assertions.map(\.value.expect?.value) == [nil, "0"])
  }

  @Test("It has every key of the format, and every fault")
  func isComplete() throws {
    let page = try page()
    for key in MappingLevel.allCases.flatMap(\.keys) { #expect(page.contains("`\(key)`"), "\(key)") }
    let faults = Set(page.matches(of: /`(mapping\.[a-z-]+)`/).map { String($0.1) })
    #expect(faults.count == 23)
  }
}
