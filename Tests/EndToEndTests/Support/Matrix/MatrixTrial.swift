import Foundation
import LegacyImport
import Testing

/// One change of model, or two, made by the program and by the reference.
struct MatrixTrial: Sendable, CustomTestStringConvertible {
  let changes: [MatrixChange]
  var name: String { changes.map(\.name).joined(separator: " + ") }
  var testDescription: String { name }

  /// Whether consents are enough.
  var isPossible: Bool { MatrixReference.expectation(MatrixBase.world, target).isPossible }

  private var target: MatrixTarget {
    var target = MatrixTarget(MatrixBase.world.model)
    for change in changes { change.apply(&target) }
    return target
  }

  /// Each thing in which the program and the reference differ, in words.
  func differences() throws -> [String] {
    let world = MatrixBase.world
    let target = self.target
    let expected = MatrixReference.expectation(world, target)
    let scene = try Scene(contents: [world.model.contents, target.model.contents], rows: world.text)
    let mapping = try target.mapping.map { try scene.mapping($0) }
    let given = try scene.workshop.scratch.digests("in")
    var found: [String] = []
    // How sure a version hash is has nothing to do with rows.
    let unproven = target.model.entities.map { "unverified-hash:\($0.name)" }
    if !expected.obstacles.allSatisfy(\.isConsented) {
      let (status, report) = try run(scene, mapping, allowed: unproven)
      found += Self.blocked(status, report, expected.obstacles.filter { !$0.isConsented }, expected)
      if scene.workshop.scratch.exists("out/New.sqlite") { found.append("OUTPUT is there without consents") }
    }
    let (status, report) = try run(scene, mapping, allowed: expected.consents + unproven)
    if expected.isPossible {
      found += try done(status, report, expected, scene, target.model)
    } else {
      found += Self.blocked(
        status, report, expected.obstacles.filter { $0.consent == nil && !$0.isConsented }, expected)
      found += Self.answered(report, expected)
    }
    if try scene.workshop.scratch.digests("in") != given { found.append("what was given changed") }
    return found.map { "\(name): \($0)" }
  }

  private func run(_ scene: Scene, _ mapping: String?, allowed: [String]) throws -> (Int32, Report) {
    var request = ImportRequest(
      store: scene.workshop.input(Scene.store), model: scene.workshop.input(Scene.bundle),
      output: scene.workshop.output())
    request.mappings = mapping.map { [$0] } ?? []
    request.allowed = allowed
    request.rejects = scene.workshop.scratch("said/rejects.jsonl")
    let result = Importer(request).run()
    return (result.exitStatus, try Report(text: result.reportJSON))
  }

  // MARK: Judging

  /// Findings and expectations that have no partner.
  private static func compare(_ findings: [Report.Finding], _ expected: [MatrixObstacle], _ what: String)
    -> [String]
  {
    var left = findings
    var found: [String] = []
    for obstacle in expected {
      if let index = left.firstIndex(where: obstacle.fits) {
        left.remove(at: index)
      } else {
        found.append("\(what) missing: \(obstacle.shown)")
      }
    }
    return found + left.map { "\(what) not expected: \($0.line) count \($0.count)" }
  }

  /// Rows that a rule leaves out are told all the same.
  private static func blocked(
    _ status: Int32, _ report: Report, _ open: [MatrixObstacle], _ expected: MatrixExpectation
  ) -> [String] {
    let rejected = expected.warnings.filter { $0.id == "rows.rejected" }
    let problems = report.body.findings.filter { $0.severity != "note" }
    return (status == 3 ? [] : ["status \(status) where 3 was expected"])
      + compare(problems, open + rejected, "obstacle")
  }

  /// What was consented to is noted, all of it and nothing else.
  private static func answered(_ report: Report, _ expected: MatrixExpectation) -> [String] {
    let notes = report.body.findings.filter { $0.severity == "note" && $0.summary.hasPrefix("By consent: ") }
    return compare(
      notes.filter { $0.id != "plan.hash-unverified" },
      expected.obstacles.filter { $0.consent != nil || $0.isConsented }, "consented loss")
  }

  private func done(
    _ status: Int32, _ report: Report, _ expected: MatrixExpectation, _ scene: Scene, _ model: MatrixModel
  ) throws -> [String] {
    let wanted: Int32 = expected.warnings.isEmpty ? 0 : 1
    var found: [String] = []
    if status != wanted {
      let problems = report.body.findings.filter { $0.severity != "note" }.map { "\($0.line) \($0.summary)" }
      found.append("status \(status) where \(wanted) was expected: \(problems.joined(separator: "; "))")
    }
    guard (0...1).contains(status) else { return found }
    found += Self.answered(report, expected)
    found += Self.compare(
      report.body.findings.filter { $0.severity != "note" }, expected.warnings, "warning")
    found += Self.compare(
      report.body.findings.filter { ["plan.default-for-null", "plan.inverse-taken"].contains($0.id) },
      expected.notes, "note")
    let reader = try MatrixReader(scene.workshop.output(), model)
    found += Self.compare(try reader.rows(), expected.rows, "row")
    found += Self.compare(try reader.links(), expected.links, "links")
    return found + Self.accounts(report, expected)
  }

  private static func compare(_ lines: [String], _ expected: [String], _ what: String) -> [String] {
    let (has, wants) = (Set(lines), Set(expected))
    return wants.subtracting(has).sorted().map { "\(what) missing: \($0)" }
      + has.subtracting(wants).sorted().map { "\(what) not expected: \($0)" }
      + (lines.count == has.count ? [] : ["\(what) twice"])
  }

  private static func accounts(_ report: Report, _ expected: MatrixExpectation) -> [String] {
    var found: [String] = []
    var lines: [String] = []
    for entity in report.body.entities where entity.read > 0 {
      if entity.read != entity.migrated + entity.merged + entity.dropped + entity.rejected {
        found.append("account open: \(entity.line)")
      }
      let source = entity.source ?? "-"
      if entity.migrated > 0 {
        lines.append("\(source)>\(entity.destination ?? "-") \(entity.migrated) migrated")
      }
      if entity.dropped > 0 { lines.append("\(source) \(entity.dropped) dropped") }
      if entity.rejected > 0 { lines.append("\(source) \(entity.rejected) rejected") }
    }
    found += compare(lines, expected.accounts, "account")
    for links in report.body.relationships {
      if links.read != links.connected + links.dangling + links.dropped + links.rejected {
        found.append("account open: \(links.line)")
      }
      let lost = expected.lost["\(links.entity).\(links.name)"] ?? 0
      if links.dropped + links.rejected != Int64(lost) {
        found.append("links lost: \(links.line), \(lost) expected")
      }
    }
    return found
  }
}
