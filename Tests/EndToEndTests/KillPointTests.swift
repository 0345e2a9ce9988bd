import Foundation
import Testing

/// Killed at every named point of copy, promotion and restore. After each: nothing is lost, and the next
/// command, an import or a restore in turn, comes to its end.
@Suite("Kill: at every point")
struct KillPointTests {
  /// Which passages of a point.
  enum Passages: Sendable {
    /// The first three, the middle, the last two.
    case ends
    /// Calls that only look: the middle and the last.
    case few
    /// Of the seven calls of each writing, the one that renames and the one after it.
    case writings

    func chosen(of count: Int) -> [Int] {
      switch self {
      case .ends:
        count <= 6 ? Array(1...max(1, count)) : [1, 2, 3, (count + 1) / 2, count - 1, count]
      case .few: Array(Set([max(1, count / 2), max(1, count)])).sorted()
      case .writings: (1...max(1, count)).filter { [5, 6].contains($0 % 7) }
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let job: KillTrial.Job
    let point: String
    let passages: Passages

    init(_ job: KillTrial.Job, _ point: String, _ passages: Passages) {
      (self.job, self.point, self.passages) = (job, point, passages)
    }

    var testDescription: String { "\(job) \(point)" }
  }

  static let imports: [Case] =
    [
      ("place.status", .few), ("place.folder", .ends), ("place.lock", .few), ("place.attributes", .few),
      ("journal.read", .few), ("journal.write", .writings), ("copy.write", .few), ("copy.sync", .few),
      ("copy.verify", .few), ("copy.place", .ends), ("promote.stage", .ends), ("promote.aside", .ends),
      ("promote.exchange", .ends), ("promote.sync", .ends), ("proof.read", .few), ("place.clean", .ends),
      ("place.report", .few), ("snapshot.folder", .few), ("snapshot.write", .few),
      ("destination.sync", .ends),
    ].map { Case(.importFull, $0, $1) }
    + [
      ("journal.write", .few), ("copy.place", .few), ("promote.stage", .few), ("promote.exchange", .ends),
      ("promote.sync", .few), ("place.clean", .few),
    ].map { Case(.importPlain, $0, $1) }

  static let restores: [Case] =
    [
      ("place.status", .few), ("place.folder", .few), ("place.lock", .few), ("journal.write", .writings),
      ("copy.write", .few), ("copy.verify", .few), ("copy.place", .few), ("promote.stage", .few),
      ("promote.exchange", .ends), ("promote.companion", .ends), ("promote.external", .ends),
      ("promote.sync", .ends), ("proof.read", .few), ("place.clean", .few), ("place.report", .few),
    ].map { Case(.restoreFull, $0, $1) }

  @Test("An import", arguments: imports)
  func duringAnImport(_ each: Case) async throws { try await sweep(each) }

  @Test("A restore", arguments: restores)
  func duringARestore(_ each: Case) async throws { try await sweep(each) }

  private func sweep(_ each: Case) async throws {
    let count = try await KillPoints.passages(of: each.point, in: each.job)
    try #require(count > 0, "\(each.job) does not pass \(each.point)")
    for (index, passage) in each.passages.chosen(of: count).enumerated() {
      let fault = "\(each.point):\(passage):kill"
      let trial = try KillTrial(each.job)
      try trial.die(fault)
      // The one after the other, by the number of the passage where a point has several.
      if (index + each.point.utf8.count).isMultiple(of: 2) {
        try trial.checkRun(fault)
      } else {
        try trial.checkRestore(fault)
      }
    }
  }

  @Test("The tables name every point that a job passes, and each job is long enough to mean something")
  func tablesAreWhole() async throws {
    for (job, cases) in [(KillTrial.Job.importFull, Self.imports), (.restoreFull, Self.restores)] {
      let named = Set(cases.filter { $0.job == job }.map(\.point))
      for point in KillPoints.all.map(\.rawValue) where try await KillPoints.passages(of: point, in: job) > 0
      {
        let isOfAnImport = ["external.read", "store.status", "model.read"].contains(point)
        let isOfTheOther =
          job == .restoreFull
          && ["place.attributes", "journal.read", "copy.sync", "promote.aside"].contains(point)
        #expect(named.contains(point) || isOfAnImport || isOfTheOther, "\(job) \(point)")
      }
    }
    #expect(Self.imports.count >= 26 && Self.restores.count >= 15)
    #expect(try await KillPoints.passages(of: "*", in: .importFull) > 300)
    #expect(try await KillPoints.passages(of: "*", in: .importPlain) > 200)
    #expect(try await KillPoints.passages(of: "*", in: .restoreFull) > 200)
    #expect(try await KillPoints.passages(of: "journal.write", in: .importFull) == 42)
    // What is counted is what the program does: one passage more, and nothing happens.
    let last = try await KillPoints.passages(of: "promote.sync", in: .importPlain)
    let trial = try KillTrial(.importPlain)
    let run = try trial.store.run("--wait", "10", fault: "promote.sync:\(last + 1):kill")
    #expect(run.status == 0 && run.signal == nil)
    try trial.checkResult("nothing")
  }
}
