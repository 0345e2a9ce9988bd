import SQLite
import Testing

/// Derived attributes in stores made by hand: values are worked out anew, triggers written.
@Suite("Derived attributes")
struct DerivedAttributeTests {
  static func derived(_ name: String, _ expression: String, type: String = "Integer 64", _ more: String = "")
    -> String
  {
    HandMade.attribute(name, #"derived="YES" derivationExpression="\#(expression)" \#(more)"#, type: type)
  }

  static let row = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
  static let pages = HandMade.relationship("pages", "Page", inverse: "book", isToMany: true)
  static let book = HandMade.relationship("book", "Book", inverse: "pages")
  static let count = derived("pagesCount", "pages.@count")
  static let title = derived("bookTitle", "book.title", type: "String")
  static let entities: [HandMade.Entity] = [.init(1, "Book"), .init(2, "Novel", below: 1), .init(3, "Page")]
  static let model =
    HandMade.entity("Book", "", HandMade.attribute("title"), count, pages)
    + HandMade.entity("Novel", #"parentEntity="Book""#) + HandMade.entity("Page", "", title, book)

  /// Book 2 and novel 4 count wrongly, the titles of pages 11, 13 and 14 are not their books'; page 15 has no book.
  static let store = """
    CREATE TABLE ZBOOK ( \(row), ZPAGESCOUNT INTEGER, ZTITLE VARCHAR );
    CREATE TABLE ZPAGE ( \(row), ZBOOK INTEGER, Z1_BOOK INTEGER, ZBOOKTITLE VARCHAR );
    INSERT INTO ZBOOK VALUES (1, 1, 1, 2, 'One'), (2, 1, 1, 9, 'Two'), (3, 1, 1, 0, NULL), (4, 2, 1, NULL, 'Four');
    INSERT INTO ZPAGE VALUES (10, 3, 1, 1, 1, 'One'), (11, 3, 1, 1, 1, 'Uno'), (12, 3, 1, 2, 1, 'Two'),
      (13, 3, 1, 4, 2, NULL), (14, 3, 1, NULL, NULL, 'Gone'), (15, 3, 1, NULL, NULL, NULL);
    """
  static let counts = ["1|2", "2|1", "3|0", "4|1"]
  static let titles = ["10|One", "11|One", "12|Two", "13|Four", "14|-", "15|-"]

  static func found(_ workshop: Workshop, _ table: String, _ column: String) throws -> [String] {
    try workshop.texts("SELECT Z_PK || '|' || ifnull(\(column), '-') FROM \(table) ORDER BY Z_PK")
  }

  static func triggers(_ workshop: Workshop, in output: String = "New.sqlite") throws -> [String] {
    try workshop.texts("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name", in: output)
  }

  static let names = [
    "Z_DA_ZBOOK_Book_pagesCount_SOURCE_INSERT", "Z_DA_ZBOOK_Page_bookTitle_PARAMETER_INSERT",
    "Z_DA_ZBOOK_Page_bookTitle_PARAMETER_UPDATE", "Z_DA_ZPAGE_Book_pagesCount_PARAMETER_DELETE",
    "Z_DA_ZPAGE_Book_pagesCount_PARAMETER_INSERT", "Z_DA_ZPAGE_Book_pagesCount_PARAMETER_UPDATE_DECREMENT",
    "Z_DA_ZPAGE_Book_pagesCount_PARAMETER_UPDATE_INCREMENT", "Z_DA_ZPAGE_Page_bookTitle_SOURCE_INSERT",
    "Z_DA_ZPAGE_Page_bookTitle_SOURCE_UPDATE",
  ]

  @Test("Stale values are worked out anew, those of subentities too, and listed; no link, no value")
  func stale() throws {
    let made = try HandMade(
      Self.model, Self.model, entities: Self.entities, schema: Self.store, isRecognised: true)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(try Self.found(made.workshop, "ZBOOK", "ZPAGESCOUNT") == Self.counts)
    #expect(try Self.found(made.workshop, "ZPAGE", "ZBOOKTITLE") == Self.titles)
    let notes = done.report.findings("value.derived-recomputed")
    #expect(
      notes.map(\.line) == [
        "note value.derived-recomputed Book.pagesCount [2]",
        "note value.derived-recomputed Novel.pagesCount [4]",
        "note value.derived-recomputed Page.bookTitle [11, 13, 14]",
      ])
    #expect(notes.map(\.count) == [1, 1, 3])
    #expect(!done.text.contains("Uno") && !done.text.contains("Gone"))
    #expect(done.report.body.entities.allSatisfy { $0.read == $0.migrated })
    #expect(done.report.body.attributes.first { $0.name == "bookTitle" }?.nulls == 2)
    #expect(try Self.triggers(made.workshop) == Self.names)
    #expect(!done.report.has("source.triggers-left-out"))
    // What is right stays so, and is no news.
    try made.workshop.bring(made.workshop.output(), as: "Again.sqlite")
    let again = try made.workshop.migrate(
      "Again.sqlite", HandMade.model, options: ["--source-version", "V1"], to: "Again.sqlite")
    #expect(again.status == 0)
    #expect(!again.report.has("value.derived-recomputed") && !again.report.has("source.triggers-left-out"))
    #expect(again.report.body.attributes.map(\.digest) == done.report.body.attributes.map(\.digest))
    #expect(try Self.triggers(made.workshop, in: "Again.sqlite") == Self.names)
  }

  @Test("Names of the new version stand in its triggers; the values come of the new store's links")
  func renamed() throws {
    let pages = HandMade.relationship(
      "leaves", "Leaf", inverse: "tome", isToMany: true, #"elementID="pages""#)
    let made = try HandMade(
      Self.model,
      HandMade.entity(
        "Tome", #"elementID="Book""#, HandMade.attribute("name", #"elementID="title""#),
        Self.derived("leafCount", "leaves.@count", #"elementID="pagesCount""#), pages)
        + HandMade.entity("Novel", #"parentEntity="Tome""#)
        + HandMade.entity(
          "Leaf", #"elementID="Page""#,
          Self.derived("tomeName", "tome.name", type: "String", #"elementID="bookTitle""#),
          HandMade.relationship("tome", "Tome", inverse: "leaves", #"elementID="book""#)),
      entities: Self.entities, schema: Self.store)
    let done = try made.migrate(
      "--allow", "unverified-hash:Tome", "--allow", "unverified-hash:Novel", "--allow", "unverified-hash:Leaf"
    )
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(try Self.found(made.workshop, "ZTOME", "ZLEAFCOUNT") == Self.counts)
    #expect(try Self.found(made.workshop, "ZLEAF", "ZTOMENAME") == Self.titles)
    #expect(
      done.report.findings("value.derived-recomputed").map(\.line) == [
        "note value.derived-recomputed Leaf.tomeName [11, 13, 14]",
        "note value.derived-recomputed Novel.leafCount [4]",
        "note value.derived-recomputed Tome.leafCount [2]",
      ])
    let triggers = try Self.triggers(made.workshop)
    #expect(triggers.count == 9)
    #expect(triggers.contains("Z_DA_ZLEAF_Tome_leafCount_PARAMETER_DELETE"))
    #expect(triggers.contains("Z_DA_ZTOME_Leaf_tomeName_PARAMETER_UPDATE"))
  }

  @Test("To a version with derived attributes and back: no consent for the values, a note each")
  func thereAndBack() throws {
    let plain =
      HandMade.entity("Book", "", HandMade.attribute("title"), Self.pages)
      + HandMade.entity("Novel", #"parentEntity="Book""#) + HandMade.entity("Page", "", Self.book)
    let made = try HandMade(
      plain, Self.model, entities: Self.entities,
      schema: """
        CREATE TABLE ZBOOK ( \(Self.row), ZTITLE VARCHAR );
        CREATE TABLE ZPAGE ( \(Self.row), ZBOOK INTEGER, Z1_BOOK INTEGER );
        INSERT INTO ZBOOK VALUES (1, 1, 1, 'One'), (2, 1, 1, 'Two'), (3, 1, 1, NULL), (4, 2, 1, 'Four');
        INSERT INTO ZPAGE VALUES (10, 3, 1, 1, 1), (11, 3, 1, 1, 1), (12, 3, 1, 2, 1), (13, 3, 1, 4, 2),
          (14, 3, 1, NULL, NULL), (15, 3, 1, NULL, NULL);
        """)
    let hashes = ["Book", "Novel", "Page"].flatMap { ["--allow", "unverified-hash:\($0)"] }
    let there = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + hashes)
    #expect(there.status == 0)
    #expect(
      there.report.findings("plan.derived-added").map(\.line) == [
        "note plan.derived-added Book.pagesCount [1, 2, 3, 4]",
        "note plan.derived-added Page.bookTitle [10, 11, 12, 13, 14, 15]",
      ])
    #expect(!there.report.has("value.derived-recomputed"))
    #expect(try Self.found(made.workshop, "ZBOOK", "ZPAGESCOUNT") == Self.counts)
    #expect(try Self.found(made.workshop, "ZPAGE", "ZBOOKTITLE") == Self.titles)
    #expect(try Self.triggers(made.workshop) == Self.names)

    try made.workshop.bring(made.workshop.output(), as: "There.sqlite")
    // Under a name that does not say that it came before: a store is not taken back.
    try made.workshop.bring(
      made.workshop.input(HandMade.model + "/V1.xcdatamodel"), as: HandMade.model + "/Plain.xcdatamodel")
    let back = try made.workshop.migrate(
      "There.sqlite", HandMade.model, options: ["--model-version", "Plain"], to: "Back.sqlite")
    #expect(back.status == 0)
    #expect(
      back.report.findings("plan.derived-dropped").map(\.line) == [
        "note plan.derived-dropped Book.pagesCount [1, 2, 3, 4]",
        "note plan.derived-dropped Page.bookTitle [10, 11, 12, 13]",
      ])
    #expect(back.report.findings("source.triggers-left-out").map(\.count) == [9])
    #expect(try Self.triggers(made.workshop, in: "Back.sqlite") == [])
    #expect(
      try made.workshop.texts("SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK", in: "Back.sqlite")
        == ["One", "Two", "NULL", "Four"])
  }

  @Test("An attribute that becomes derived loses what anybody set, and that needs a consent")
  func becomesDerived() throws {
    let plain = Self.model.replacing(Self.count, with: HandMade.attribute("pagesCount", type: "Integer 64"))
    let made = try HandMade(plain, Self.model, entities: Self.entities, schema: Self.store)
    let hashes = ["--allow", "unverified-hash:Book", "--allow", "unverified-hash:Novel"]
    let run = { (options: [String]) in
      try made.workshop.migrate(
        HandMade.store, HandMade.model,
        options: ["--source-version", "V1", "--allow", "unverified-hash:Page"] + hashes + options)
    }
    let blocked = try run([])
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.attribute-dropped").map(\.count) == [3])
    #expect(blocked.report.problems == ["error plan.attribute-dropped Book.pagesCount [1, 2, 3]"])
    let done = try run(["--allow", "drop:Book.pagesCount=3"])
    #expect(done.status == 0)
    #expect(try Self.found(made.workshop, "ZBOOK", "ZPAGESCOUNT") == Self.counts)
    // The other way the values stay as they are.
    let back = try HandMade(Self.model, plain, entities: Self.entities, schema: Self.store)
    #expect(try back.migrate("--allow", "unverified-hash:Page").status == 0)
    #expect(try Self.found(back.workshop, "ZBOOK", "ZPAGESCOUNT") == ["1|2", "2|9", "3|0", "4|-"])
  }

  @Test("Rows of other kin in the table: how its triggers look is not known")
  func siblings() throws {
    let below =
      HandMade.entity("Work", #"isAbstract="YES""#)
      + Self.model.replacing(#"<entity name="Book""#, with: #"<entity name="Book" parentEntity="Work""#)
      + HandMade.entity("Film", #"parentEntity="Work""#)
    let made = try HandMade(Self.model, below, entities: Self.entities, schema: Self.store)
    let hashes = ["Book", "Film", "Novel", "Page", "Work"].flatMap { ["--allow", "unverified-hash:\($0)"] }
    let blocked = try made.workshop.migrate(
      HandMade.store, HandMade.model, options: ["--source-version", "V1"] + hashes)
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.derived-unsupported Book.pagesCount []"])
  }

  static let canonical =
    "CREATE TRIGGER Z_DA_ZBOOK_Book_low_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN UPDATE ZBOOK SET "
    + "ZLOW = NSCoreDataCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK; SELECT "
    + "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'low', ZLOW) FROM ZBOOK "
    + "WHERE Z_PK = NEW.Z_PK; END"

  /// To its own version, with a derivation that is beyond the program.
  static func canonicalStore(_ trigger: String) throws -> HandMade {
    let model = HandMade.entity(
      "Book", "", HandMade.attribute("title"), derived("low", "canonical:(title)", type: "String"))
    return try HandMade(
      model, model, entities: [.init(1, "Book")],
      schema: """
        CREATE TABLE ZBOOK ( \(row), ZLOW VARCHAR, ZTITLE VARCHAR );
        INSERT INTO ZBOOK VALUES (1, 1, 1, 'e', 'É'), (2, 1, 1, 'stale', 'Two'), (3, 1, 1, NULL, NULL);
        \(trigger);
        """, isRecognised: true)
  }

  @Test("A derivation that is beyond the program keeps its values, and its triggers to the letter")
  func kept() throws {
    let made = try Self.canonicalStore(Self.canonical)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(
      done.report.findings("value.derived-kept").map(\.line) == ["note value.derived-kept Book.low [1, 2]"])
    #expect(!done.report.has("source.triggers-left-out"))
    #expect(try Self.found(made.workshop, "ZBOOK", "ZLOW") == ["1|e", "2|stale", "3|-"])
    #expect(
      try made.workshop.texts("SELECT sql FROM sqlite_schema WHERE type = 'trigger'") == [Self.canonical])
  }

  @Test("A trigger that does more than a derivation's is not carried over: the attribute blocks")
  func notKept() throws {
    let made = try Self.canonicalStore(
      Self.canonical.replacing("; SELECT", with: "; DELETE FROM ZBOOK; SELECT"))
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.derived-unsupported Book.low []"])
  }

  @Test("Counts over join tables and of owners are worked out; those of a join table have no known form")
  func otherCounts() throws {
    let model =
      HandMade.entity(
        "Book", "", Self.derived("tagCount", "tags.@count"), Self.derived("noteCount", "notes.@count"),
        Self.derived("alikeCount", "alike.@count"),
        HandMade.relationship("tags", "Tag", inverse: "books", isToMany: true),
        HandMade.relationship("alike", "Book", inverse: "alike", isToMany: true),
        #"<relationship name="notes" destinationEntity="Note" deletionRule="Nullify" optional="YES" toMany="YES"/>"#
      )
      + HandMade.entity("Note", "", HandMade.attribute("text"))
      + HandMade.entity("Tag", "", HandMade.relationship("books", "Book", inverse: "tags", isToMany: true))
    let made = try HandMade(
      model, model, entities: [.init(1, "Book"), .init(2, "Note"), .init(3, "Tag")],
      schema: """
        CREATE TABLE ZBOOK ( \(Self.row), ZALIKECOUNT INTEGER, ZNOTECOUNT INTEGER, ZTAGCOUNT INTEGER );
        CREATE TABLE ZNOTE ( \(Self.row), Z1NOTES INTEGER, ZTEXT VARCHAR );
        CREATE TABLE ZTAG ( \(Self.row) );
        CREATE TABLE Z_1TAGS ( Z_1BOOKS INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1BOOKS, Z_3TAGS) );
        CREATE TABLE Z_1ALIKE ( Z_1ALIKE INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1ALIKE, REFLEXIVE) );
        INSERT INTO ZBOOK VALUES (1, 1, 1, 5, 5, 5), (2, 1, 1, NULL, NULL, NULL), (3, 1, 1, 1, 0, 0);
        INSERT INTO ZNOTE VALUES (1, 2, 1, 1, 'a'), (2, 2, 1, 1, 'b'), (3, 2, 1, NULL, 'c');
        INSERT INTO ZTAG VALUES (1, 3, 1), (2, 3, 1), (3, 3, 1);
        INSERT INTO Z_1TAGS VALUES (1, 1), (1, 2), (1, 3), (2, 3);
        INSERT INTO Z_1ALIKE VALUES (1, 2), (2, 1), (3, 1);
        """, isRecognised: true)
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(
      try made.workshop.texts(
        "SELECT ZTAGCOUNT || ' ' || ZNOTECOUNT || ' ' || ZALIKECOUNT FROM ZBOOK ORDER BY Z_PK")
        == ["3 2 2", "1 0 1", "0 0 1"])
    #expect(done.report.findings("value.derived-recomputed").map(\.oldKeys) == [[1, 2], [1, 2], [1, 2]])
    #expect(try Self.triggers(made.workshop).count == 5)
    #expect(try Self.triggers(made.workshop).allSatisfy { $0.contains("_Book_noteCount_") })
  }
}
