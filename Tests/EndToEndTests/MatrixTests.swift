import Foundation
import Testing

/// Changes of a model, each alone and in pairs, on one store: the program against a reference implementation.
@Suite("Matrix of model changes")
struct MatrixTests {
  @Test("Every kind of change alone", arguments: MatrixChange.all)
  func alone(_ change: MatrixChange) throws {
    let found = try MatrixTrial(changes: [change]).differences()
    #expect(found == [])
  }

  @Test("Two changes at once", arguments: MatrixChange.chosenPairs)
  func pairs(_ trial: MatrixTrial) throws {
    let found = try trial.differences()
    #expect(found == [])
  }

  @Test("Every change is alone and in two pairs at least, and none goes by another's name")
  func coverage() {
    let names = MatrixChange.all.map(\.name)
    #expect(names.count >= 90)
    #expect(Set(names).count == names.count)
    #expect(MatrixChange.pairs.count >= 3000)
    for name in names {
      #expect(MatrixChange.pairs.count { $0.changes.contains { $0.name == name } } >= 2, "\(name)")
    }
  }
}
