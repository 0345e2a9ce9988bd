import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A bundle for the maintainer: of any store there may be")
struct SupportBundleDamageTests {
  @Test(
    "A store that went wrong: the bundle is made, and says why what is missing",
    arguments: DamageStoreTests.damages)
  func damaged(damage: DamageStoreTests.Damage) throws {
    let fixture = try Fixture("library-1")
    try damage.make(fixture)
    let bundle = try fixture.workshop.bundle(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)])
    #expect(bundle.body["findings"].list.contains { $0["id"] == .text(damage.id) })
    #expect(bundle.gaps.count >= 1, "\(bundle.gaps)")
    #expect(bundle.body["parts"].list.contains { $0["because"].list.contains(.text(damage.id)) })
    let isFile = damage.id != "store.not-found" && damage.id != "store.is-a-folder"
    #expect((bundle.body["files"] != .null) == isFile)
  }

  @Test("A page of rows full of noise: what is counted is exact, what is not is null")
  func noise() throws {
    let fixture = try Fixture("library-damaged", hasExpectation: false)
    let bundle = try fixture.workshop.bundle(
      fixture.store, ["--model", fixture.workshop.input(Fixture.model)])
    #expect(bundle.rows["Author"] == 6 && bundle.rows["Shelf"] == 3 && bundle.rows["Book"] == nil)
    #expect(bundle.gaps == ["database partial", "entities partial", "relationships partial"])
    #expect(bundle.because("entities") == ["store.damaged"])
  }

  @Test("Damaged at random, in values and in the schema")
  func fuzz() throws {
    var random = FuzzRandom(seed: 0x5e7b)
    for round in 0..<FuzzRandom.turns(6) {
      let canary = try CanaryStore()
      var bytes = try canary.workshop.scratch.bytes("in/" + CanaryStore.store)
      // The first page holds the schema.
      let limit = round.isMultiple(of: 2) ? 8192 : bytes.count
      for _ in 0..<(1 + round % 8) {
        bytes[Int.random(in: 100..<limit, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try canary.workshop.scratch.write(bytes, to: "in/" + CanaryStore.store)
      _ = try canary.workshop.bundle(CanaryStore.store)
    }
  }
}

@Suite("A bundle for the maintainer: stores of the corpus", .enabled(if: CorpusStore.isPresent))
struct SupportBundleCorpusTests {
  /// Every tenth: old and new ones, with history, with derived attributes.
  static let rows = InspectCorpusTests.rows.enumerated().filter { $0.offset.isMultiple(of: 10) }.map(
    \.element)

  @Test("There are enough")
  func count() { #expect(Self.rows.count >= 8) }

  @Test("A canary in every text of every table: none comes out, and rows are counted", arguments: rows)
  func planted(row: InspectCorpusTests.Row) throws {
    let workshop = try row.bring()
    let expected = try Self.plant(workshop.input(row.name))
    try workshop.bring(workshop.input(row.name), as: "\(Canary.folder)/\(Canary.fileName)")
    let bundle = try workshop.bundle("\(Canary.folder)/\(Canary.fileName)")
    #expect(bundle.rows.values.reduce(0, +) == expected)
    #expect(bundle.part("entities")["extent"] == .text("complete"))
    if row["z_modelcache"] == "yes" {
      #expect(bundle.gaps == [])
      // What a model's names lead to is told by name.
      let columns = bundle.body["schema"]["tables"].list.filter { $0["kind"] == .text("entity") }
        .flatMap { $0["columns"].list }
      #expect(columns.count { $0["name"].string?.hasPrefix("column-") ?? true } * 10 <= columns.count)
    }
  }

  /// - Returns: rows of the app's entities.
  private static func plant(_ path: String) throws -> Int64 {
    let connection = try Connection(path: path, mode: .readWrite)
    defer { try? connection.close() }
    try connection.execute("PRAGMA journal_mode = DELETE")
    let own = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
    var rows: Int64 = 0
    var planted = 0
    for table in try SchemaCatalog(connection).tables where !table.isVirtual && !own.contains(table.name) {
      let name = Identifier.quoted(table.name)
      for column in table.columns where column.declaredType == "VARCHAR" {
        // Where an index calls what only Core Data has, the text stays as it is.
        let sql = "UPDATE OR IGNORE \(name) SET \(Identifier.quoted(column.name)) = '\(Canary.value)'"
        if (try? connection.execute(sql)) != nil { planted += 1 }
      }
      if table.column("Z_ENT") != nil {
        rows += try connection.integer("SELECT count(*) FROM \(name) WHERE Z_ENT < 16000")
      }
    }
    #expect(planted > 0)
    try connection.execute(
      """
      CREATE VIEW \(Canary.view) AS SELECT '\(Canary.text)' AS \(Canary.text);
      UPDATE Z_METADATA SET Z_UUID = '\(Canary.uuid)';
      """)
    return rows
  }
}
