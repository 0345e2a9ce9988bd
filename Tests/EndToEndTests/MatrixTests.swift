import Foundation
import Testing

/// Changes of a model, each alone and in pairs, on one store: the program against a reference implementation.
@Suite("Matrix of model changes")
struct MatrixTests {
  @Test("Kinds of change alone: all of them in the long form", arguments: MatrixBundles.alone)
  func alone(_ change: MatrixChange) throws {
    let found = try MatrixTrial(changes: [change]).differences()
    #expect(found == [])
  }

  @Test("Several changes at once", arguments: MatrixBundles.chosen)
  func together(_ trial: MatrixTrial) throws {
    let found = try trial.differences()
    #expect(found == [])
  }

  @Test("Every change is alone and together with three others at least, and none goes by another's name")
  func coverage() {
    let names = MatrixChange.all.map(\.name)
    #expect(names.count >= 95)
    #expect(Set(names).count == names.count)
    #expect(MatrixChange.pairs.count >= 4000)
    guard ProcessInfo.processInfo.environment["IMPORT_LEGACY_MATRIX"] == nil else { return }
    for name in names {
      let trials = MatrixBundles.chosen.filter { $0.changes.contains { $0.name == name } }
      #expect(Set(trials.flatMap(\.changes).map(\.name)).count > 3, "\(name)")
    }
  }
}
