import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite
import Testing

/// The framework's own tables as validation sees them: what was kept is the source's to the bit, what was not is gone.
@Suite struct ValidationFrameworkTests {
  static func model(_ entities: String...) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      name: "Framework",
      entities: entities.map {
        ValidationShelf.entity($0, attributes: [ValidationShelf.attribute("title", .string)])
      })
  }

  static let framework = """
    CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZENTITYPK INTEGER, ZCOLUMNS BLOB );
    CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR );
    CREATE INDEX ACHANGE_ZENTITYPK_INDEX ON ACHANGE (ZENTITYPK);
    INSERT INTO ACHANGE VALUES (1, 16001, 4, NULL), (2, 16001, 4, x'80'), (9, 16001, 5, x'');
    INSERT INTO ATRANSACTION VALUES (1, 16002, 0.5, 'app');
    CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER );
    INSERT INTO ANSCKEVENT VALUES (1, 17001);
    INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 9), (16002, 'TRANSACTION', 0, 1), (17001, 'NSCKEvent', 0, 1);
    """

  /// What comes of a store and its copy after the copy was changed.
  static func validate(
    _ change: String = "", kept: Set<FrameworkGroup> = [.history, .cloudKit], from: ManagedObjectModel,
    to: ManagedObjectModel
  ) throws -> ValidationResult {
    let folder = try ValidationFolder()
    for (name, model, more) in [("old", from, ""), ("new", to, change)] {
      let path = folder.file(name)
      try ValidationShelf.create(
        path, model: model, rows: "INSERT INTO ZB VALUES (4, \(model.entity("A") == nil ? 1 : 2), 1, 't');")
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(framework)
      try connection.execute(more)
      try connection.close()
    }
    var request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: from, to: to)
    request.frameworkGroups = kept
    return try Validator(request).run()
  }

  @Test("A good copy is found good")
  func good() throws {
    let model = try Self.model("B")
    let result = try Self.validate(from: model, to: model)
    #expect(result.differences == [])
    #expect(result.findings == [])
  }

  static let changes: [(String, String, Int64)] = [
    ("DELETE FROM ACHANGE WHERE Z_PK = 2", "ACHANGE", 1),
    ("DELETE FROM ACHANGE", "ACHANGE", 3),
    ("INSERT INTO ACHANGE VALUES (3, 16001, 4, NULL), (11, 16001, 4, NULL)", "ACHANGE", 2),
    ("UPDATE ACHANGE SET Z_PK = 10 WHERE Z_PK = 9", "ACHANGE", 2),
    ("UPDATE ACHANGE SET ZENTITYPK = 6 WHERE Z_PK = 1", "ACHANGE", 1),
    ("UPDATE ACHANGE SET ZCOLUMNS = NULL WHERE Z_PK = 9", "ACHANGE", 1),
    ("UPDATE ACHANGE SET ZCOLUMNS = CAST(x'80' AS TEXT) WHERE Z_PK = 2", "ACHANGE", 1),
    ("UPDATE ATRANSACTION SET ZTIMESTAMP = 0.5000000000000001", "ATRANSACTION", 1),
    ("UPDATE ATRANSACTION SET ZAUTHOR = 'app '", "ATRANSACTION", 1),
    ("UPDATE ANSCKEVENT SET Z_ENT = 17002", "ANSCKEVENT", 1),
    ("DROP INDEX ACHANGE_ZENTITYPK_INDEX", "ACHANGE_ZENTITYPK_INDEX", 1),
    ("CREATE INDEX mine ON ACHANGE (Z_ENT)", "mine", 1),
    ("DROP TABLE ANSCKEVENT", "ANSCKEVENT", 1),
    ("ALTER TABLE ANSCKEVENT ADD COLUMN ZX BLOB", "ANSCKEVENT", 1),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 10 WHERE Z_ENT = 16001", "Z_PRIMARYKEY", 1),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'change' WHERE Z_ENT = 16001", "Z_PRIMARYKEY", 1),
    ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 17001", "Z_PRIMARYKEY", 1),
    ("INSERT INTO Z_PRIMARYKEY VALUES (16003, 'TRANSACTIONSTRING', 0, 0)", "Z_PRIMARYKEY", 1),
  ]

  @Test("A copy changed in one way is found bad for it", arguments: changes)
  func changed(sql: String, name: String, count: Int64) throws {
    let model = try Self.model("B")
    let result = try Self.validate(sql, from: model, to: model)
    #expect(result.differences.map(\.id) == [.validationFrameworkTableDiffers])
    #expect(result.differences.map(\.subject.property) == [name])
    #expect(result.differences.map(\.count) == [count])
  }

  @Test("What was to be left out and is there is found")
  func unexpected() throws {
    let model = try Self.model("B")
    let result = try Self.validate(kept: [.history], from: model, to: model)
    #expect(result.differences.map(\.id) == Array(repeating: .validationFrameworkTableDiffers, count: 2))
    #expect(result.differences.map(\.subject.property) == ["ANSCKEVENT", "Z_PRIMARYKEY"])
    let none = try Self.validate(
      "DROP TABLE ANSCKEVENT; DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 17001", kept: [.history], from: model,
      to: model)
    #expect(none.differences == [])
  }

  @Test("Tables kept where their numbers lead elsewhere are found, whoever decided it")
  func renumbered() throws {
    let result = try Self.validate(from: Self.model("B"), to: Self.model("A", "B"))
    #expect(result.differences.map(\.id) == [.validationFrameworkTableDiffers])
    #expect(result.differences.map(\.subject.entity) == ["B"])
  }
}
