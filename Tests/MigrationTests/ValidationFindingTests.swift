@testable import CoreDataMigration
import CoreDataModel
import Diagnostics
import Digests
import Foundation
import SQLite
import Testing

/// What the source had wrong, and what rows break in the model's rules, is found once each and is no
/// difference.
@Suite struct ValidationFindingTests {
  /// The shelf, with every fault a store can have.
  static let broken = """
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (20, 99, 1, 'unknown'), (21, 3, 1, 'abstract');
    UPDATE ZITEM SET ZAUTHOR = 99 WHERE Z_PK = 3;
    UPDATE ZREADER SET ZLAST = 20, Z3_LAST = 4 WHERE Z_PK = 3;
    INSERT INTO Z_3TAGS (Z_3ITEMS, Z_7TAGS) VALUES (1, 77), (88, 2), (20, 3);
    UPDATE ZAGENT SET ZCLIENT = 12 WHERE Z_PK = 2;
    UPDATE ZREADER SET Z3_LAST = NULL WHERE Z_PK = 2;
    UPDATE ZITEM SET Z_FOK_AUTHOR = NULL WHERE Z_PK = 2;
    UPDATE ZITEM SET Z_FOK_6FAVOURITES = 1024 WHERE Z_PK = 9;
    DELETE FROM Z_6FRIENDS WHERE Z_6FRIENDS = 2;
    """ + "\n" + values

  /// Faults in values: these are kept.
  static let values = """
    UPDATE ZITEM SET ZPAGES = 0, ZCODE = x'001122', ZCOVER = x'0500' WHERE Z_PK = 1;
    UPDATE ZAUTHOR SET ZNAME = 'Worth🙂🙂' WHERE Z_PK = 11;
    UPDATE ZITEM SET ZTITLE = NULL WHERE Z_PK = 4;
    UPDATE ZITEM SET ZPAGES = 2147483648, ZTITLE = CAST(x'6261C3286421' AS TEXT) WHERE Z_PK = 2;
    UPDATE ZTAG SET ZLABEL = 'Red' WHERE Z_PK = 1;
    UPDATE ZITEM SET ZSHOWNAT = 'yesterday' WHERE Z_PK = 5;
    UPDATE ZITEM SET ZSHOWNAT = 1000000000000 WHERE Z_PK = 9;
    """

  /// What a writer should make of it.
  static let mended = """
    UPDATE ZITEM SET ZAUTHOR = NULL WHERE Z_PK = 3;
    UPDATE ZAGENT SET ZCLIENT = 12 WHERE Z_PK = 2;
    """ + "\n" + values

  @Test func everyFaultIsFoundOnce() throws {
    let folder = try ValidationFolder()
    let model = try ValidationShelf.model()
    let (old, new) = (folder.file("old"), folder.file("new"))
    try ValidationShelf.create(old, model: model, rows: ValidationShelf.rows + "\n" + Self.broken)
    try ValidationShelf.create(new, model: model, rows: ValidationShelf.rows + "\n" + Self.mended)
    let connection = try Connection(path: old, mode: .readWrite)
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Tag'")
    try connection.close()
    let request = try ValidationShelf.request(source: old, destination: new, from: model, to: model)
    let result = try Validator(request).run()
    #expect(result.differences == [])
    let findings = result.findings.map {
      "\($0.severity.rawValue) \($0.id) \($0.subject.entity ?? "").\($0.subject.property ?? "") \($0.count) \($0.oldKeys)"
    }
    #expect(
      findings == [
        "warning source.dangling-join-row Item.tags 1 [1]",
        "warning source.dangling-join-row Tag.items 1 [2]",
        "warning source.dangling-link Book.author 1 [3]",
        "warning source.inverse-disagrees Agent.client 1 [2]",
        "note source.link-entity-stale Reader.last 1 [2]", "note source.order-missing Book.author 1 [2]",
        "note source.order-repeated Item.favourites 2 [5, 9]",
        "warning source.wrong-entity-join-row Tag.items 1 [3]",
        "warning source.wrong-entity-link Reader.last 1 [3]",
        "warning source.z-max-low Tag. 1 [3]", "note value.date-implausible Film.shownAt 1 [9]",
        "warning value.external-tag Book.cover 1 [1]", "warning value.number-out-of-type Book.pages 1 [2]",
        "warning value.number-too-small Book.pages 1 [1]",
        "warning value.pattern Tag.label 1 [1]", "warning value.required-missing Book.title 1 [4]",
        "error value.storage-class Book.code 1 [1]", "error value.storage-class Film.shownAt 1 [5]",
        "warning value.string-too-long Author.name 1 [11]", "warning value.text-not-utf8 Book.title 1 [2]",
      ])
    let links = result.findings.filter { !$0.links.isEmpty }.map { finding in
      "\(finding.subject.property ?? "") "
        + finding.links.map { "\($0.owner)-\($0.target)" }.joined(separator: " ")
    }
    #expect(
      links == [
        "tags 1-77", "items 2-88", "author 3-99", "client 2-12", "last 2-5", "items 3-20", "last 3-20",
      ])
    let accounts = result.relationships.map {
      "\($0.relationship) \($0.read) \($0.connected) \($0.dangling) \($0.dropped)"
    }
    #expect(
      accounts == [
        "Agent.client 2 2 0 0", "Author.agent 1 1 0 0", "Author.books 4 3 1 0", "Book.author 4 3 1 0",
        "Item.tags 7 4 3 0", "Reader.favourites 2 2 0 0", "Reader.friends 2 2 0 0", "Reader.last 3 2 1 0",
        "Tag.items 7 4 3 0",
      ])
    #expect(
      result.entities.contains { $0.source == "Item" && $0.read == 2 && $0.dropped == 2 && $0.migrated == 0 })
    let texts = result.findings.flatMap { [$0.summary] + $0.recovery }
    for value in ["Worth", "yesterday", "Red", "unknown"] { #expect(!texts.contains { $0.contains(value) }) }
  }

  @Test func limitsOfValuesAreChecked() throws {
    func bounded(_ name: String, _ type: AttributeType) -> AttributeDescription {
      ValidationShelf.attribute(name, type) {
        $0.minimumValue = 2
        $0.maximumValue = 4
      }
    }
    let model = try ManagedObjectModel(
      name: "Limits",
      entities: [
        ValidationShelf.entity(
          "A",
          attributes: [
            bounded("count", .integer16), bounded("at", .date), bounded("name", .string),
            bounded("price", .decimal),
            ValidationShelf.attribute("ratio", .float), ValidationShelf.attribute("flag", .boolean),
            ValidationShelf.attribute("code", .string) { $0.regularExpression = "(a+)+" },
          ])
      ])
    let folder = try ValidationFolder()
    for name in ["old", "new"] {
      try ValidationShelf.create(
        folder.file(name), model: model,
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZAT, ZNAME, ZPRICE, ZRATIO, ZFLAG, ZCODE) VALUES
            (1, 1, 1, 1, 1.5, 'é', 1.99, 0.1, 2, 'a'), (2, 1, 1, 5, 4.5, '🙂🙂x', 5, 0.5, 1, NULL),
            (3, 1, 1, 2, 2, 'éé', 2, 0.10000000149011612, 0, NULL), (4, 1, 1, 4, 4, '🙂🙂', 4, 1, NULL, NULL);
          """)
    }
    let result = try Validator(
      ValidationShelf.request(
        source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    ).run()
    #expect(result.differences == [])
    let findings = result.findings.map { "\($0.id) \($0.subject.property ?? "") \($0.oldKeys)" }
    #expect(
      findings == [
        "value.date-too-early at [1]", "value.date-too-late at [2]", "value.float-precision ratio [1]",
        "value.number-out-of-type flag [1]", "value.number-too-large count [2]",
        "value.number-too-large price [2]",
        "value.number-too-small count [1]", "value.number-too-small price [1]",
        "value.pattern-not-checked code [1]",
        "value.string-too-long name [2]", "value.string-too-short name [1]",
      ])
  }

  @Test func boundsOfLinksAreCounted() throws {
    var tag = ValidationShelf.relationship("tags", to: "Tag", inverse: "notes") {
      $0.isToMany = true
      $0.isOptional = false
      $0.maxCount = 2
    }
    tag.minCount = 1
    let model = try ManagedObjectModel(
      name: "Bounds",
      entities: [
        ValidationShelf.entity(
          "Note",
          relationships: [tag, ValidationShelf.relationship("owner", to: "Tag") { $0.isOptional = false }]),
        ValidationShelf.entity(
          "Tag", attributes: [ValidationShelf.attribute("label", .string)],
          relationships: [
            ValidationShelf.relationship("notes", to: "Note", inverse: "tags") { $0.isToMany = true }
          ]),
      ])
    var unique = try #require(model.entity("Tag"))
    unique.uniquenessConstraints = [["label"]]
    let strict = try ManagedObjectModel(
      name: "Bounds", entities: [try #require(model.entity("Note")), unique])
    let folder = try ValidationFolder()
    for name in ["old", "new"] {
      try ValidationShelf.create(
        folder.file(name), model: strict,
        rows: """
          INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZOWNER) VALUES (1, 1, 1, 1), (2, 1, 1, NULL), (3, 1, 1, 2);
          INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZLABEL) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b'), (3, 2, 1, 'a'), (4, 2, 1, NULL), (5, 2, 1, NULL);
          INSERT INTO Z_1TAGS (Z_1NOTES, Z_2TAGS) VALUES (1, 1), (1, 2), (1, 3), (2, 1);
          """)
    }
    let result = try Validator(
      ValidationShelf.request(
        source: folder.file("old"), destination: folder.file("new"), from: strict, to: strict)
    ).run()
    #expect(result.differences == [])
    let findings = result.findings.map { "\($0.id) \($0.subject.property ?? "") \($0.count) \($0.oldKeys)" }
    #expect(
      findings == [
        "value.not-unique label 2 [1, 3]", "value.required-link-missing owner 1 [2]",
        "value.required-link-missing tags 1 [3]", "value.too-many-links tags 1 [1]",
      ])
  }

  @Test func externalFilesAreHeldAgainstReferences() throws {
    let folder = try ValidationFolder()
    let model = try ValidationShelf.model()
    let there = "11111111-2222-3333-4444-555555555555"
    let gone = "AAAAAAAA-2222-3333-4444-555555555555"
    func reference(_ name: String) -> String {
      "x'02" + name.utf8.map { String($0, radix: 16) }.joined() + "00'"
    }
    for name in ["old", "new"] {
      try ValidationShelf.create(
        folder.file(name), model: model,
        rows: """
          INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZCOVER) VALUES
            (1, 4, 1, 'a', \(reference(there))), (2, 4, 1, 'b', \(reference(gone))), (3, 4, 1, 'c', x'0141');
          """)
    }
    for file in [there, "stray"] { try Data("A".utf8).write(to: URL(fileURLWithPath: folder.file(file))) }
    for file in ["old", "new"] { #expect(FileManager.default.fileExists(atPath: folder.file(file))) }
    let data = folder.file("data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    for file in [there, "stray"] {
      try FileManager.default.moveItem(atPath: folder.file(file), toPath: "\(data)/\(file)")
    }
    let result = try Validator(
      ValidationShelf.request(
        source: folder.file("old"), destination: folder.file("new"), from: model, to: model,
        externalDataFolder: data)
    ).run()
    #expect(result.differences == [])
    let findings = result.findings.map { "\($0.id) \($0.subject.property ?? "") \($0.count) \($0.oldKeys)" }
    #expect(
      findings == ["source.external-file-missing cover 1 [2]", "source.external-file-unreferenced  1 []"])
  }

  /// Records of key, class, length and bytes, external data by content: the report's page, told by hand.
  @Test func theDigestIsThatOfThePage() throws {
    let folder = try ValidationFolder()
    let model = try ManagedObjectModel(
      name: "One",
      entities: [
        ValidationShelf.entity(
          "Thing",
          attributes: [
            ValidationShelf.attribute("data", .binary) { $0.allowsExternalBinaryDataStorage = true },
            ValidationShelf.attribute("size", .integer64), ValidationShelf.attribute("ratio", .double),
            ValidationShelf.attribute("name", .string),
          ])
      ])
    for name in ["old", "new"] {
      try ValidationShelf.create(
        folder.file(name), model: model,
        rows:
          "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZDATA, ZSIZE, ZRATIO, ZNAME) VALUES (258, 1, 1, x'014142', -2, 1.5, 'é'), (259, 1, 1, NULL, NULL, NULL, NULL)"
      )
    }
    let result = try Validator(
      ValidationShelf.request(
        source: folder.file("old"), destination: folder.file("new"), from: model, to: model)
    ).run()
    let first: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2]
    let second: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 3, 5, 0, 0, 0, 0, 0, 0, 0, 0]
    func record(_ storageClass: UInt8, _ bytes: [UInt8]) -> String {
      let record = first + [storageClass, 0, 0, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes + second
      return "sha256:" + sha256(record).hexadecimalText
    }
    let digests = Dictionary(uniqueKeysWithValues: result.attributes.map { ($0.attribute.name, $0.digest) })
    #expect(digests["data"] == record(4, [0x41, 0x42]))
    #expect(digests["size"] == record(1, [255, 255, 255, 255, 255, 255, 255, 254]))
    #expect(digests["ratio"] == record(2, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]))
    #expect(digests["name"] == record(3, [0xC3, 0xA9]))
    #expect(result.attributes.allSatisfy { $0.nulls == 1 })
  }

  @Test(arguments: [
    ("[a-z]+", 1), ("^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,4}$", 2), ("\\d{4}", 0),
    ("(\\+\\d{1,2}\\s?)?\\d*", 1),
  ])
  func aPlainPatternIsCounted(_ pattern: String, _ repetitions: Int) {
    #expect(PatternRule.repetitions(in: pattern) == repetitions)
  }

  @Test(arguments: ["(a+)+", "(a|aa)*b", "(.*)\\1", "((a{1,9}){1,9}){1,9}", "(x"])
  func aRiskyPatternIsRefused(
    _ pattern: String
  ) {
    #expect(PatternRule.repetitions(in: pattern) == nil)
  }
}
