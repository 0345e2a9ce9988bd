import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@Suite("Entity numbers")
struct EntityNumberingTests {
  @Test("Depth first, each parent before its children, names without regard to case")
  func order() throws {
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        .make("NWActivity"), .make("NetworkAttachment"), .make("zebra"), .make("Apple"),
        .make("pear", under: "Apple"), .make("Fig", under: "Apple"), .make("Olive", under: "pear"),
      ])
    #expect(
      EntityNumbering.depthFirst(model)
        == ["Apple", "Fig", "pear", "Olive", "NetworkAttachment", "NWActivity", "zebra"])
    #expect(EntityNumbering.numbers(of: model)["Olive"] == 4)
  }

  @Test(
    "Every real store has the numbers of the rule", .enabled(if: CorpusStore.isPresent, "needs ../shared"),
    arguments: CorpusStore.matched)
  func corpus(store: CorpusStore) throws {
    let scratch = try StoreScratch()
    let model = try store.readModel()
    let rows = try PrimaryKeyRow.read(store.open(scratch)).filter { !$0.isFrameworkOwned }
    let numbers = EntityNumbering.numbers(of: model)
    #expect(rows.count == numbers.count)
    // A rename in place leaves the old name, which is the new one's identifier.
    let names = Dictionary(model.entities.map { ($0.identifier, $0.name) }, uniquingKeysWith: { $1 })
    for row in rows {
      let name = numbers[row.name] == nil ? names[row.name] : row.name
      #expect(name.flatMap { numbers[$0] } == row.number)
      #expect(name.flatMap { model.entity($0)?.superentity }.flatMap { numbers[$0] } ?? 0 == row.superentity)
    }
  }

  @Test("There are as many real stores as there were", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
  func count() {
    #expect(CorpusStore.matched.count >= 50)
    #expect(CorpusStore.all.count >= 75)
  }
}
