import Foundation
import Testing

/// Stores that are read by the model they cache themselves.
@Suite("Without a model", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct OwnModelTests {
  @Test("Every real store that caches its model is written anew in its own version")
  func all() throws {
    let stores = CorpusStore.caching
    #expect(stores.count >= 60)
    var clean = 0
    for store in stores {
      let workshop = try Workshop()
      try store.bring(to: workshop)
      let run = try workshop.migrate(store.name, nil, options: [])
      switch run.status {
      case 0: clean += 1
      // The files are not in the corpus; or tables of the framework's that no model knows.
      case 1:
        #expect(run.report.problems.allSatisfy { $0.contains("source.external-file-missing") }, "\(store)")
      case 3: #expect(run.report.problems.allSatisfy { $0.contains("source.unknown-object") }, "\(store)")
      default: Issue.record("\(store): \(run.status ?? -1)")
      }
      guard run.status != 3 else { continue }
      #expect(run.report.body.source.recognisedBy == "cached-model", "\(store)")
    }
    #expect(clean >= 55)
  }
}
