import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite
import Testing

/// Derived attributes as validation sees them: it works them out by itself.
@Suite struct ValidationDerivedTests {
  /// Numbers: Book 1, Novel 2, Page 3, Tag 4.
  static func model() throws -> ManagedObjectModel {
    func derived(_ name: String, _ type: AttributeType, _ expression: String) -> AttributeDescription {
      ValidationShelf.attribute(name, type) { $0.derivationExpression = expression }
    }
    return try ManagedObjectModel(
      name: "Derived",
      entities: [
        ValidationShelf.entity(
          "Book",
          attributes: [
            ValidationShelf.attribute("title", .string), derived("size", .integer32, "pages.@count"),
            derived("tagCount", .integer64, "tags.@count"),
          ],
          relationships: [
            ValidationShelf.relationship("pages", to: "Page", inverse: "book") { $0.isToMany = true },
            ValidationShelf.relationship("tags", to: "Tag", inverse: "books") { $0.isToMany = true },
          ]),
        ValidationShelf.entity("Novel", parent: "Book"),
        ValidationShelf.entity(
          "Page", attributes: [derived("bookTitle", .string, "book.title")],
          relationships: [ValidationShelf.relationship("book", to: "Book", inverse: "pages")]),
        ValidationShelf.entity(
          "Tag",
          relationships: [
            ValidationShelf.relationship("books", to: "Book", inverse: "tags") { $0.isToMany = true }
          ]),
      ])
  }

  static let rows = """
    INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZSIZE, ZTAGCOUNT, ZTITLE) VALUES
      (1, 1, 1, 2, 1, 'One'), (2, 2, 1, 1, 2, NULL), (3, 1, 1, 0, 0, 'Three');
    INSERT INTO ZPAGE (Z_PK, Z_ENT, Z_OPT, ZBOOK, Z1_BOOK, ZBOOKTITLE) VALUES
      (1, 3, 1, 1, 1, 'One'), (2, 3, 1, 1, 1, 'One'), (3, 3, 1, 2, 2, NULL), (4, 3, 1, NULL, NULL, NULL);
    INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 4, 1), (2, 4, 1);
    INSERT INTO Z_1TAGS (Z_1BOOKS, Z_4TAGS) VALUES (1, 1), (2, 1), (2, 2);
    """

  static let trigger = "CREATE TRIGGER Z_DA_X AFTER INSERT ON ZTAG BEGIN SELECT 1; END"

  /// What comes of two stores after each was changed, where the new one should have one trigger.
  static func validate(source: String = "", destination: String = trigger) throws -> ValidationResult {
    let folder = try ValidationFolder()
    let model = try model()
    for (name, change) in [("old", source), ("new", destination)] {
      try ValidationShelf.create(folder.file(name), model: model, rows: rows)
      let connection = try Connection(path: folder.file(name), mode: .readWrite)
      try connection.execute(change)
      try connection.close()
    }
    var request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    request.triggers = [
      StoreSchema.Trigger(
        name: "Z_DA_X", table: "ZTAG", attribute: PropertyKey("Book", "size"), sql: trigger)
    ]
    return try Validator(request).run()
  }

  @Test("A good copy is found good")
  func good() throws {
    let result = try Self.validate()
    #expect(result.differences == [])
    #expect(result.findings == [])
  }

  @Test("What the source stores of them does not count, and is told")
  func stale() throws {
    let result = try Self.validate(
      source: "UPDATE ZBOOK SET ZSIZE = 9; UPDATE ZPAGE SET ZBOOKTITLE = 'x' WHERE Z_PK IN (3, 4)")
    #expect(result.differences == [])
    #expect(result.findings.map(\.id) == Array(repeating: .valueDerivedRecomputed, count: 3))
    #expect(result.findings.map(\.oldKeys) == [[1, 3], [2], [3, 4]])
    #expect(result.findings.allSatisfy { $0.severity == .note })
    #expect(result.entities.allSatisfy { $0.read == $0.migrated })
    // The digest is of what the new store holds.
    #expect(try result.attributes == Self.validate().attributes)
  }

  @Test(
    "A value that is not what the new rows and links make of it is a difference, whatever the source says",
    arguments: [
      ("UPDATE ZBOOK SET ZSIZE = 3 WHERE Z_PK = 1", "Book", "size", [1]),
      ("UPDATE ZBOOK SET ZSIZE = NULL WHERE Z_PK = 3", "Book", "size", [3]),
      ("UPDATE ZBOOK SET ZTAGCOUNT = 1 WHERE Z_PK = 2", "Novel", "tagCount", [2]),
      ("UPDATE ZPAGE SET ZBOOKTITLE = 'one' WHERE Z_PK = 2", "Page", "bookTitle", [2]),
      ("UPDATE ZPAGE SET ZBOOKTITLE = '' WHERE Z_PK = 3", "Page", "bookTitle", [3]),
      ("UPDATE ZPAGE SET ZBOOKTITLE = 'One' WHERE Z_PK = 4", "Page", "bookTitle", [4]),
    ] as [(String, String, String, [Int64])])
  func wrong(sql: String, entity: String, property: String, keys: [Int64]) throws {
    for source in ["", sql] {
      let result = try Self.validate(source: source, destination: sql + ";" + Self.trigger)
      #expect(result.differences.map(\.id) == [.validationValueDiffers])
      #expect(result.differences.map(\.subject) == [Subject(entity: entity, property: property)])
      #expect(result.differences.map(\.oldKeys) == [keys])
    }
  }

  @Test(
    "A trigger that is missing, other or too many is a difference",
    arguments: [
      ("", ["Z_DA_X"]), (trigger.replacing("SELECT 1", with: "SELECT 2"), ["Z_DA_X"]),
      (trigger + ";" + trigger.replacing("Z_DA_X", with: "Z_DA_Y"), ["Z_DA_Y"]),
    ])
  func triggers(sql: String, names: [String]) throws {
    let result = try Self.validate(destination: sql)
    #expect(result.differences.map(\.id) == names.map { _ in .validationTriggerDiffers })
    #expect(result.differences.map(\.subject.property) == names)
  }
}
