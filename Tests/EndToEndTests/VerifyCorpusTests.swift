import Foundation
import TestSupport
import Testing

/// Real stores to their own version: what a run made of each is verified, without one false finding.
@Suite("Real stores, verified", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct VerifyCorpusTests {
  @Test("Nothing differs", arguments: LongTests.some(of: CorpusStore.matched, every: 8))
  func own(store: CorpusStore) throws {
    let workshop = try Workshop()
    try store.bring(to: workshop)
    try workshop.bring(store.modelPath, as: "Own.xcdatamodel")
    let done = try workshop.migrate(store.name, "Own.xcdatamodel")
    let run = try Program.run([
      "verify", workshop.input(store.name), workshop.output(), "--model", workshop.input("Own.xcdatamodel"),
      "--json",
    ])
    #expect(run.status == 0, "\(run.error)")
    let report = try Report(text: run.output)
    #expect(report.body.outcome == "verified")
    #expect(report.problems == done.report.problems)
    #expect(!report.has("verify.keys-matched") && !report.has("verify.bookkeeping-not-compared"))
    #expect(report.body.attributes.map(\.digest) == done.report.body.attributes.map(\.digest))
  }
}
