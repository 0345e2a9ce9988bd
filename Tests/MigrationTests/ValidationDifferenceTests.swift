import CoreDataMigration
import CoreDataModel
import Diagnostics
import Foundation
import SQLite
import Testing

/// A good copy is found good, and a copy changed in one way is found bad for that very reason.
@Suite struct ValidationDifferenceTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    let id: DiagnosticID
    var entity: String?
    var property: String?
    var keys: [Int64] = []

    var testDescription: String { name }
  }

  static let changes = [
    Change(
      name: "a row is missing", sql: "DELETE FROM ZITEM WHERE Z_PK = 3", id: .validationRowMissing,
      entity: "Book",
      keys: [3]),
    Change(
      name: "a row too many", sql: "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (2000, 7, 1)",
      id: .validationRowUnexpected, entity: "Tag"),
    Change(
      name: "a row too many among the others", sql: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (7, 5, 1)",
      id: .validationRowUnexpected, entity: "Item"),
    Change(
      name: "a row of an unknown entity", sql: "UPDATE ZITEM SET Z_ENT = 77 WHERE Z_PK = 5",
      id: .validationEntityDiffers, entity: "Film", keys: [5]),
    Change(
      name: "another counter of changes", sql: "UPDATE ZAUTHOR SET Z_OPT = 1 WHERE Z_PK = 12",
      id: .validationCounterDiffers, entity: "Author", keys: [12]),
    Change(
      name: "another text", sql: "UPDATE ZITEM SET ZTITLE = 'gamma' WHERE Z_PK = 3",
      id: .validationValueDiffers,
      entity: "Book", property: "title", keys: [3]),
    Change(
      name: "a longer text", sql: "UPDATE ZITEM SET ZTITLE = 'Gamma ' WHERE Z_PK = 3",
      id: .validationValueDiffers,
      entity: "Book", property: "title", keys: [3]),
    Change(
      name: "a text that became a blob", sql: "UPDATE ZITEM SET ZTITLE = CAST(ZTITLE AS BLOB) WHERE Z_PK = 9",
      id: .validationValueDiffers, entity: "Film", property: "title", keys: [9]),
    Change(
      name: "an integer that became text", sql: "UPDATE ZITEM SET ZPAGES = '100 ' || x'00' WHERE Z_PK = 1",
      id: .validationValueDiffers, entity: "Book", property: "pages", keys: [1]),
    Change(
      name: "NULL in place of an empty value", sql: "UPDATE ZITEM SET ZCOVER = NULL WHERE Z_PK = 3",
      id: .validationValueDiffers, entity: "Book", property: "cover", keys: [3]),
    Change(
      name: "an empty value in place of NULL", sql: "UPDATE ZAUTHOR SET ZNAME = '' WHERE Z_PK = 4242",
      id: .validationValueDiffers, entity: "Author", property: "name", keys: [4242]),
    Change(
      name: "the last bit of a real", sql: "UPDATE ZITEM SET ZLENGTH = 90.50000000000001 WHERE Z_PK = 5",
      id: .validationValueDiffers, entity: "Film", property: "length", keys: [5]),
    Change(
      name: "one byte of a blob", sql: "UPDATE ZITEM SET ZCOVER = x'01CAFF' WHERE Z_PK = 1",
      id: .validationValueDiffers, entity: "Book", property: "cover", keys: [1]),
    Change(
      name: "a value of another entity", sql: "UPDATE ZITEM SET ZPAGES = 0 WHERE Z_PK = 5",
      id: .validationForeignCell, entity: "Film", keys: [5]),
    Change(
      name: "a link of another entity", sql: "UPDATE ZITEM SET ZAUTHOR = 11 WHERE Z_PK = 9",
      id: .validationForeignCell, entity: "Film", keys: [9]),
    Change(
      name: "a link elsewhere", sql: "UPDATE ZITEM SET ZAUTHOR = 12, Z_FOK_AUTHOR = 4096 WHERE Z_PK = 2",
      id: .validationLinkDiffers, entity: "Book", property: "author", keys: [2]),
    Change(
      name: "a link lost", sql: "UPDATE ZAUTHOR SET ZAGENT = NULL WHERE Z_PK = 11",
      id: .validationLinkDiffers,
      entity: "Author", property: "agent", keys: [11]),
    Change(
      name: "a link too many", sql: "UPDATE ZAGENT SET ZCLIENT = 12 WHERE Z_PK = 2",
      id: .validationLinkDiffers,
      entity: "Agent", property: "client", keys: [2]),
    Change(
      name: "two links that changed places",
      sql: "UPDATE Z_3TAGS SET Z_7TAGS = 4 - Z_7TAGS WHERE Z_3ITEMS IN (5, 9)", id: .validationLinkDiffers,
      entity: "Item", property: "tags", keys: [5, 9]),
    Change(
      name: "a join row too many", sql: "INSERT INTO Z_3TAGS VALUES (2, 2, 1024)", id: .validationLinkDiffers,
      entity: "Item", property: "tags", keys: [2]),
    Change(
      name: "one direction of a friendship", sql: "DELETE FROM Z_6FRIENDS WHERE Z_6FRIENDS = 2",
      id: .validationLinkDiffers, entity: "Reader", property: "friends"),
    Change(
      name: "the owner of a to-many without inverse", sql: "UPDATE ZITEM SET Z6FAVOURITES = 3 WHERE Z_PK = 9",
      id: .validationLinkDiffers, entity: "Reader", property: "favourites", keys: [1, 3]),
    Change(
      name: "the entity of a link's target", sql: "UPDATE ZREADER SET Z3_LAST = 5 WHERE Z_PK = 1",
      id: .validationLinkDiffers, entity: "Reader", property: "last", keys: [1]),
    Change(
      name: "an entity without a link", sql: "UPDATE ZREADER SET Z3_LAST = 5 WHERE Z_PK = 3",
      id: .validationLinkDiffers, entity: "Reader", property: "last", keys: [3]),
    Change(
      name: "an order turned around", sql: "UPDATE ZITEM SET Z_FOK_AUTHOR = 4096 WHERE Z_PK = 2",
      id: .validationOrderDiffers, entity: "Author", property: "books", keys: [11]),
    Change(
      name: "an order turned around in a join table",
      sql: "UPDATE Z_3TAGS SET Z_FOK_7TAGS = 4096 WHERE Z_7TAGS = 2", id: .validationOrderDiffers,
      entity: "Item",
      property: "tags", keys: [1]),
    Change(
      name: "an order turned around without inverse",
      sql: "UPDATE ZITEM SET Z_FOK_6FAVOURITES = 0 WHERE Z_PK = 9", id: .validationOrderDiffers,
      entity: "Reader",
      property: "favourites", keys: [1]),
    Change(
      name: "a place that is missing", sql: "UPDATE ZITEM SET Z_FOK_AUTHOR = NULL WHERE Z_PK = 2",
      id: .validationOrderDiffers, entity: "Author", property: "books"),
    Change(
      name: "a place that stands twice", sql: "UPDATE Z_3TAGS SET Z_FOK_7TAGS = 5 WHERE Z_3ITEMS = 1",
      id: .validationOrderDiffers, entity: "Item", property: "tags"),
    Change(
      name: "a low counter of keys", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 8 WHERE Z_ENT = 3",
      id: .validationKeyCounterLow, entity: "Item"),
    Change(
      name: "a counter at a subentity", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_ENT = 4",
      id: .validationKeyCounterLow, entity: "Book"),
    Change(
      name: "another superentity", sql: "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_ENT = 4",
      id: .validationEntityTableDiffers),
    Change(
      name: "an account left open", sql: "DELETE FROM ZTAG WHERE Z_PK = 3", id: .validationAccountOpen,
      entity: "Tag"),
  ]

  @Test func thereAreChanges() { #expect(Self.changes.count >= 30) }

  @Test func aCopyIsFoundGood() throws {
    let folder = try ValidationFolder()
    let (result, model) = try Self.validate(in: folder) { _ in }
    #expect(result.differences == [])
    #expect(result.findings == [])
    #expect(
      result.entities.map { "\($0.source) \($0.read) \($0.migrated) \($0.dropped)" } == [
        "Agent 2 2 0", "Author 3 3 0", "Book 4 4 0", "Film 2 2 0", "Reader 3 3 0", "Tag 3 3 0",
      ])
    #expect(
      result.relationships.map { "\($0.relationship) \($0.read) \($0.connected)" } == [
        "Agent.client 1 1", "Author.agent 1 1", "Author.books 4 4", "Book.author 4 4", "Item.tags 4 4",
        "Reader.favourites 2 2", "Reader.friends 2 2", "Reader.last 2 2", "Tag.items 4 4",
      ])
    #expect(result.relationships.allSatisfy { $0.dangling == 0 && $0.dropped == 0 })
    #expect(result.attributes.count == 11)
    #expect(model.entities.count == 7)
  }

  @Test(arguments: changes) func aChangeIsFound(_ change: Change) throws {
    let folder = try ValidationFolder()
    let (result, _) = try Self.validate(in: folder) { path in
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(change.sql)
      try #require(connection.rows("SELECT changes()").first?.first?.integer ?? 0 > 0)
    }
    let found = result.differences.filter {
      $0.id == change.id && (change.entity == nil || $0.subject.entity == change.entity)
        && (change.property == nil || $0.subject.property == change.property)
    }
    #expect(!found.isEmpty, "found only \(result.differences.map(\.id.rawValue))")
    #expect(found.allSatisfy { $0.severity == .error && $0.count > 0 })
    if !change.keys.isEmpty { #expect(Set(found.flatMap(\.oldKeys)) == Set(change.keys)) }
    // One change, one reason: values and order stand alone.
    if [.validationValueDiffers, .validationOrderDiffers].contains(change.id) {
      #expect(result.differences.allSatisfy { $0.id == change.id || $0.id == .validationAccountOpen })
    }
  }

  /// The index's own page is changed behind SQLite's back.
  @Test func anIndexThatDisagreesIsFound() throws {
    let folder = try ValidationFolder()
    let (result, _) = try Self.validate(in: folder) { path in
      let connection = try Connection(path: path, mode: .readOnly)
      let page = try connection.integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'ZITEM_ZAUTHOR_INDEX'")
      let size = try connection.integer("PRAGMA page_size")
      try connection.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let range = Int((page - 1) * size)..<Int(page * size)
      let entry = try #require(bytes.range(of: Data([0x10, 0x92]), in: range))
      bytes[entry.lowerBound + 1] = 0x93
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    #expect(result.differences.map(\.id) == [.validationIndexDiffers])
    #expect(result.differences.first?.subject.property == "ZITEM_ZAUTHOR_INDEX")
  }

  @Test func aDamagedFileIsFound() throws {
    let folder = try ValidationFolder()
    let (result, _) = try Self.validate(in: folder) { path in
      let connection = try Connection(path: path, mode: .readOnly)
      let page = try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'ZITEM'")
      let size = try connection.integer("PRAGMA page_size")
      try connection.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for offset in Int((page - 1) * size)..<Int((page - 1) * size + 200) { bytes[offset] = 0xFF }
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    #expect(result.differences.map(\.id) == [.validationDamaged])
  }

  @Test func aWriterWithOtherColumnsIsContradicted() throws {
    let folder = try ValidationFolder()
    let model = try ValidationShelf.model()
    for name in ["old", "new"] {
      try ValidationShelf.create(folder.file(name), model: model, rows: ValidationShelf.rows)
    }
    var request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    var tables = request.destinationLayout.tables
    let table = try #require(tables.firstIndex { $0.name == "ZITEM" })
    let pages = try #require(tables[table].columns.firstIndex { $0.name == "ZPAGES" })
    tables[table].columns[pages].name = "ZPRICE"
    request.destinationLayout = .init(
      model: model, numbers: request.destinationLayout.numbers, tables: tables,
      joins: request.destinationLayout.joins)
    let result = try Validator(request).run()
    #expect(result.differences.contains { $0.id == .validationLayoutDisagrees })
  }

  static func validate(in folder: ValidationFolder, change: (String) throws -> Void) throws -> (
    ValidationResult, ManagedObjectModel
  ) {
    let model = try ValidationShelf.model()
    for name in ["old", "new"] {
      try ValidationShelf.create(folder.file(name), model: model, rows: ValidationShelf.rows)
    }
    let request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    try change(folder.file("new"))
    return (try Validator(request).run(), model)
  }
}
