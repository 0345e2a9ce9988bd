import Foundation
import Testing

@Suite("ModelCommand: lint")
struct ModelCommandLintTests {
  private static let sound = """
    <model><entity name="E"><attribute name="a" optional="YES" attributeType="String"/></entity></model>
    """
  private static let doubtful = """
    <model><entity name="E"><attribute name="a" attributeType="String"/>
      <attribute name="hash" optional="YES" attributeType="Binary" renamingIdentifier="digest"/>
      <relationship name="r" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="E"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint>
      </uniquenessConstraints></entity></model>
    """

  private func lint(_ contents: String, _ options: String...) throws -> Program.Run {
    let scratch = try Scratch()
    let model = try scratch.write(contents, to: "M.xcdatamodel/contents")
    return try Program.run(["model", "lint", model] + options)
  }

  @Test("Nothing found")
  func nothing() throws {
    for options in [[], ["--cloudkit"]] {
      let run = try lint(Self.sound, options.first ?? "--model-version=M")
      #expect(run.status == 0 && run.error == "")
      #expect(run.output == "M: nothing found\n")
    }
    let json = try lint(Self.sound, "--json")
    #expect(json.status == 0)
    #expect(json.output == "{\n  \"findings\": [],\n  \"version\": \"M\"\n}\n")
  }

  @Test("Each finding has an id and a way out, in 80 columns")
  func text() throws {
    let run = try lint(Self.doubtful)
    #expect(run.status == 1 && run.error == "")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let heads = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains("[") }
    #expect(
      heads.map { String($0.prefix { $0 != ":" }) } == [
        "warning[model.renaming-identifier-spelling]", "warning[lint.required-without-default]",
        "warning[lint.reserved-name]", "warning[lint.delete-deny]", "warning[lint.no-inverse]",
      ])
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("  -> ") }.count == 5)
    #expect(run.output.hasSuffix("\nM: 5 found\n"))
  }

  @Test("What CloudKit forbids takes the place of the advice against it")
  func cloudKit() throws {
    let run = try lint(Self.doubtful, "--cloudkit", "--json")
    #expect(run.status == 1)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(
      findings.map { [$0["severity"], $0["id"], $0["property"]].map { $0 as? String ?? "" } } == [
        ["warning", "model.renaming-identifier-spelling", "hash"],
        ["error", "lint.cloudkit-unique", ""], ["error", "lint.cloudkit-required-attribute", "a"],
        ["warning", "lint.reserved-name", "hash"], ["error", "lint.cloudkit-deny", "r"],
        ["error", "lint.cloudkit-no-inverse", "r"],
      ])
    #expect(findings.allSatisfy { !($0["recovery"] as? [String] ?? []).isEmpty })
  }
}
