import Foundation
import TestSupport
import Testing

@Suite("ModelCommand: diff")
struct ModelCommandDiffTests {
  struct Change: Decodable, Hashable {
    let kind, action: String
    let entity, name, characteristic, old, new, obstacle: String?
    let changesStorage, changesHash, inferable: Bool
  }

  struct Difference: Decodable {
    struct Pair: Decodable, Hashable {
      let old, new: String
      let changesHash: Bool
    }

    let old, new: String
    let hashesEqual, inferable: Bool
    let changes: [Change]
    let entities: [Pair]

    /// What came, went, and became what, apart from how it changed.
    func names(isBackwards: Bool) -> Set<String> {
      let newToOld = Dictionary(entities.map { ($0.new, $0.old) }, uniquingKeysWith: { $1 })
      let opposite = ["added": "removed", "removed": "added"]
      return Set(
        changes.filter { $0.action != "changed" && $0.action != "ambiguous" }.map { change in
          let action = isBackwards ? opposite[change.action] ?? change.action : change.action
          let ends =
            isBackwards ? [change.old, change.new] : [change.new, change.old]
          // By the names of the later version.
          let entity = isBackwards ? change.entity.map { newToOld[$0] ?? $0 } : change.entity
          let name =
            change.action == "renamed" ? "" : change.name ?? ""
          return "\(change.kind) \(action) \(entity ?? "") \(name) \(ends.map { $0 ?? "" })"
        })
    }
  }

  struct Step: Sendable, CustomTestStringConvertible {
    let bundle, from, to: String
    var testDescription: String { "\((bundle as NSString).lastPathComponent): \(from) to \(to)" }
  }

  static let steps: [Step] = CorpusBundles.sources.flatMap { name -> [Step] in
    let bundle = CorpusBundles.root + "/" + name
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: bundle)) ?? [])
      .filter { version in
        version.hasSuffix(".xcdatamodel")
          && FileManager.default.fileExists(atPath: "\(bundle)/\(version)/contents")
      }
      .map { ($0 as NSString).deletingPathExtension }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    return zip(versions, versions.dropFirst()).map { Step(bundle: bundle, from: $0, to: $1) }
  }

  /// Each of these writes the previous name as its renaming identifier although that had one of its own. Core Data, and
  /// the inference, find the way forth, not the way back.
  private static let oneWay: Set<String> = [
    "Model.xcdatamodeld: v1.1.0 to v1.1.2", "Model.xcdatamodeld: v1.1.2 to v1.2.0",
    "Model.xcdatamodeld: v1.2.0 to v2.0.0",
  ]

  /// By the versions' own places: a bundle is read whole.
  private func diff(_ bundle: String, _ from: String, _ to: String) throws -> Difference {
    let places = [from, to].map { "\(bundle)/\($0).xcdatamodel" }
    let run = try Program.run(["model", "diff"] + places + ["--json"])
    #expect(run.error == "")
    let difference = try JSONDecoder().decode(Difference.self, from: Data(run.output.utf8))
    #expect(run.status == (difference.changes.isEmpty ? 0 : 1))
    return difference
  }

  @Test("There are so many steps", .enabled(if: CorpusBundles.isPresent))
  func stepsAreThere() { #expect(Self.steps.count >= 120) }

  @Test(
    "Neighbouring versions, both ways", .enabled(if: CorpusBundles.isPresent),
    arguments: LongTests.some(of: steps, every: 4))
  func ladders(_ step: Step) throws {
    let forth = try diff(step.bundle, step.from, step.to)
    let back = try diff(step.bundle, step.to, step.from)
    let isSymmetric = forth.names(isBackwards: false) == back.names(isBackwards: true)
    #expect(isSymmetric != Self.oneWay.contains(step.testDescription))
    #expect(forth.hashesEqual == back.hashesEqual)
    // Equal hashes, and no change that would make them differ, are the same.
    #expect(forth.hashesEqual == !forth.changes.contains(where: \.changesHash))
    #expect(back.hashesEqual == !back.changes.contains(where: \.changesHash))
    guard isSymmetric else { return }
    // What changed one way changed the other way.
    func changed(_ difference: Difference, isBackwards: Bool) -> Set<[String?]> {
      let newToOld = Dictionary(difference.entities.map { ($0.new, $0.old) }, uniquingKeysWith: { $1 })
      return Set(
        difference.changes.filter { $0.action == "changed" && $0.kind != "model" }.map { change in
          let entity = isBackwards ? change.entity.map { newToOld[$0] ?? $0 } : change.entity
          return [
            change.kind, entity, change.characteristic, isBackwards ? change.new : change.old,
            isBackwards ? change.old : change.new, "\(change.changesStorage)", "\(change.changesHash)",
          ]
        })
    }
    #expect(changed(forth, isBackwards: false) == changed(back, isBackwards: true))
  }

  @Test("One bundle twice", .enabled(if: CorpusBundles.isPresent))
  func oneBundle() throws {
    for (_, steps) in Dictionary(grouping: Self.steps, by: \.bundle) {
      let step = steps[0]
      let same = try Program.run(
        ["model", "diff", step.bundle, step.bundle, "--from", step.from, "--to", step.from])
      #expect(same.status == 0 && same.error == "")
      #expect(same.output == "\(step.from) and \(step.from) do not differ.\n")
      let other = try Program.run(
        ["model", "diff", step.bundle, step.bundle, "--from", step.from, "--to", step.to, "--json"])
      let difference = try JSONDecoder().decode(Difference.self, from: Data(other.output.utf8))
      #expect(other.error == "" && difference.old == step.from && difference.new == step.to)
      #expect(try Set(difference.changes) == Set(diff(step.bundle, step.from, step.to).changes))
    }
  }

  @Test("As text, with what each difference means")
  func text() throws {
    let run = try Program.run([
      "model", "diff", ModelCommandTests.library, ModelCommandTests.library, "--from", "Library", "--to",
      "Library 2",
    ])
    #expect(run.status == 1 && run.error == "")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(run.output.hasPrefix("Library -> Library 2\n"))
    for part in [
      "\nBook\n",
      "  attribute isbn13 renamed, was isbn\n      storage changes, hash changes, inferable yes\n",
      "  attribute pages type: Integer 16 -> Integer 32\n      storage stays, hash changes, inferable yes\n",
    ] {
      #expect(run.output.contains(part), "\(part)")
    }
    #expect(
      run.output.contains(
        "The version hashes differ: a store has to be migrated.\nEntities of both whose hash differs: "))
  }

  @Test("Two models; versions and models that are not there")
  func twoModels() throws {
    let scratch = try Scratch()
    let model = try scratch.write(ModelCommandSamples.everything, to: "All.xcdatamodel/contents")
    let run = try Program.run(["model", "diff", model, ModelCommandTests.library])
    #expect(run.status == 1 && run.output.contains("entity removed"))
    #expect(try Program.run(["model", "diff", model, scratch("All.xcdatamodel")]).status == 0)
    let version = try Program.run(["model", "diff", model, ModelCommandTests.library, "--to", "Nine"])
    #expect(version.status == 64 && version.error.contains("model.no-such-version"))
    let missing = try Program.run(["model", "diff", model, scratch("None")])
    #expect(missing.status == 4 && missing.error.contains("model.not-found"))
    #expect(try Program.run(["model", "diff", model]).status == 64)
  }
}
