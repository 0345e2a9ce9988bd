import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@Suite("Triggers that a source has, and a new store may keep")
struct SourceTriggerTests {
  /// A trigger whose form is not known, as Core Data might write it.
  static let canonical =
    "CREATE TRIGGER Z_DA_ZBOOK_Book_low_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN UPDATE ZBOOK SET "
    + "ZLOW = NSCoreDataCanonical(NEW.ZTITLE, 'it''s') WHERE Z_PK = NEW.Z_PK AND Z_ENT = 1; SELECT "
    + "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'low', ZLOW) FROM ZBOOK "
    + "WHERE Z_PK = NEW.Z_PK; END"

  static func model(_ derived: [String] = ["low"]) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      name: "M",
      entities: [
        .make(
          "Book",
          [.string("title")]
            + derived.map { DerivationTriggerTests.derived($0, "canonical:(title)", .string) },
          [.toMany("tags", "Tag", inverse: "books")]),
        .make("Book_low", [.string("title")]),
        .make("Tag", [.string("name")], [.toMany("books", "Book", inverse: "tags")]),
      ])
  }

  /// What a new store of the same version would keep for `Book.low`; nil where it keeps nothing.
  static func kept(
    _ texts: [String], in model: ManagedObjectModel? = nil, change: (inout StoreLayout) -> Void = { _ in }
  ) throws -> [String]? {
    let model = try model ?? self.model()
    let layout = FreshLayout.layout(of: model)
    var old = layout
    change(&old)
    let statements = old.tables.map { table in
      "CREATE TABLE \(table.name) (\(table.columns.map(\.name).joined(separator: ", ")), ZSTRANGE)"
    }
    let joins = old.joins.map { "CREATE TABLE \($0.name) (\($0.first.column), \($0.second.column))" }
    let connection = try StoreScratch.database(
      statements + joins + ["CREATE TABLE Z_METADATA (Z_PLIST)"] + texts)
    let objects = try SchemaCatalog(connection).objects
    return SourceTriggers(layout: old, objects: objects).keepable(in: layout)[PropertyKey("Book", "low")]?
      .map(\.sql)
  }

  @Test("One that means the same is kept to the letter; where there is none, none is needed")
  func same() throws {
    #expect(try Self.kept([Self.canonical]) == [Self.canonical])
    #expect(try Self.kept([]) == [])
    let joined = Self.canonical.replacing(
      "WHERE Z_PK = NEW.Z_PK AND",
      with: "WHERE EXISTS (SELECT t0.Z_3TAGS FROM Z_1TAGS AS t0 WHERE t0.Z_1BOOKS = NEW.Z_PK) AND")
    #expect(try Self.kept([joined]) == [joined])
  }

  @Test(
    "One that writes another column, or more than one, is not",
    arguments: [
      ("UPDATE ZBOOK SET ZLOW = ", "UPDATE ZBOOK SET ZTITLE = "),
      ("UPDATE ZBOOK SET ZLOW = ", "UPDATE ZBOOK SET ZTITLE = NULL, ZLOW = "),
      ("WHERE Z_PK = NEW.Z_PK AND", ", ZTITLE = NULL WHERE Z_PK = NEW.Z_PK AND"),
      ("BEGIN UPDATE", "BEGIN UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = NEW.Z_PK; UPDATE"),
    ])
  func other(_ old: String, _ new: String) throws {
    let text = Self.canonical.replacing(old, with: new)
    #expect(text != Self.canonical)
    #expect(try Self.kept([text]) == nil)
  }

  @Test(
    "One with anything in it that is not known is not",
    arguments: [
      ("NEW.ZTITLE", "NEW.ZSTRANGE"), ("NSCoreDataCanonical", "load_extension"), ("'it''s'", "\"ZTITLE\""),
      ("WHERE Z_PK = NEW.Z_PK AND", "WHERE Z_PK = (SELECT Z_PLIST FROM Z_METADATA) AND"),
      ("; SELECT", "; DELETE FROM ZBOOK; SELECT"),
      ("; SELECT", "; INSERT INTO ZBOOK (Z_PK) VALUES (1); SELECT"),
      ("'it''s'", "'it''s' /* */"), ("'it''s'", "'e\u{301}'"), ("UPDATE ZBOOK", "UPDATE OR IGNORE ZBOOK"),
    ])
  func strange(old: String, new: String) throws {
    let text = Self.canonical.replacing(old, with: new)
    #expect(text != Self.canonical)
    #expect(try Self.kept([text]) == nil)
  }

  @Test("One whose column or table is elsewhere in the new store is not")
  func moved() throws {
    let renamed = Self.canonical.replacing("ZTITLE", with: "ZTITLE1")
    let moved = try Self.kept([renamed]) { layout in
      var tables = layout.tables
      for (table, own) in tables.enumerated() {
        for (column, cell) in own.columns.enumerated() where cell.name == "ZTITLE" {
          tables[table].columns[column].name = "ZTITLE1"
        }
      }
      layout = StoreLayout(model: layout.model, numbers: layout.numbers, tables: tables, joins: layout.joins)
    }
    #expect(moved == nil)
    let renumbered = try Self.kept([Self.canonical]) { layout in
      let numbers = layout.numbers.mapValues { $0 + 1 }
      layout = StoreLayout(model: layout.model, numbers: numbers, tables: layout.tables, joins: layout.joins)
    }
    #expect(renumbered == nil)
  }

  @Test("One that may be another attribute's is nobody's, and then nothing is kept")
  func ambiguous() throws {
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        .make(
          "Book",
          [
            DerivationTriggerTests.derived("low", "now()", .date),
            DerivationTriggerTests.derived("low_SOURCE_x", "now()", .date),
          ])
      ])
    let text = Self.canonical.replacing("low_SOURCE", with: "low_SOURCE_x_SOURCE").replacing(
      "NSCoreDataCanonical(NEW.ZTITLE, 'it''s')", with: "1")
    #expect(try Self.kept([text], in: model) == nil)
  }
}
