import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Fixtures: one change of the model at a time")
struct FixturesChangeTests {
  /// Version 1 of the model with one change, what must stand in the way of it, and what must come of it.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Regular expressions and what takes their place; each must be found.
    let edits: [(String, String)]
    /// Errors without consent, one line each.
    var blocked: [String] = []
    /// The consent that answers them; nil where there is none, or nothing to answer.
    var consent: String?
    /// Rows or links it covers.
    var rows: Int64 = 0
    /// Notes that must be there.
    var notes: [String] = []
    /// What to ask of OUTPUT, and the answer.
    var question = "SELECT 1"
    var answer = ["1"]

    init(_ name: String, _ edits: (String, String)...) {
      testDescription = name
      self.edits = edits
    }

    func blocks(_ problems: String..., until consent: String? = nil, rows: Int64 = 0) -> Change {
      var change = self
      change.blocked = problems
      change.consent = consent
      change.rows = rows
      return change
    }

    func notes(_ lines: String...) -> Change {
      var change = self
      change.notes = lines
      return change
    }

    func gives(_ answer: String..., to question: String) -> Change {
      var change = self
      change.question = question
      change.answer = answer
      return change
    }
  }

  private static func unique(_ property: String) -> String {
    "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(property)\"/></uniquenessConstraint>"
      + "</uniquenessConstraints>"
  }

  static let attributes = [
    Change("an attribute goes", (#"<attribute name="summary"[^>]*/>"#, ""))
      .blocks("error plan.attribute-dropped Book.summary [1, 2, 8, 13]", until: "drop:Book.summary", rows: 4)
      .gives("0", to: "SELECT count(*) FROM pragma_table_info('ZBOOK') WHERE name = 'ZSUMMARY'"),
    Change("a type changes", (#"(name="rating" optional="YES" attributeType=)"Float""#, #"$1"String""#))
      .blocks("error plan.type-changed Book.rating [1, 2, 3, 5, 34]", until: "drop:Book.rating", rows: 5)
      .gives("0", to: "SELECT count(ZRATING) FROM ZBOOK"),
    Change(
      "an integer becomes narrower",
      (#"(name="page" optional="YES" attributeType=)"Integer 32""#, #"$1"Integer 16""#)
    )
    .blocks("error plan.conversion-loses HighlightNote.page [12]", until: "lossy:Note.page", rows: 1)
    .gives(
      "8 NULL",
      to: "SELECT count(ZPAGE) || ' ' || (SELECT ifnull(ZPAGE, 'NULL') FROM ZNOTE WHERE Z_PK = 12) FROM ZNOTE"
    ),
    Change(
      "an integer becomes wider",
      (#"(name="legacyCode" optional="YES" attributeType=)"Integer 32""#, #"$1"Integer 64""#)
    )
    .gives(
      "-2147483648", "2147483647", to: "SELECT ZLEGACYCODE FROM ZBOOK WHERE Z_PK IN (2, 5) ORDER BY Z_PK"),
    Change("required, without default", (#"name="email" optional="YES""#, #"name="email""#))
      .blocks("error plan.value-missing Author.email [3, 11]"),
    Change(
      "required, with default",
      (#"name="legacyCode" optional="YES""#, #"name="legacyCode" defaultValueString="9""#)
    )
    .notes("note plan.default-for-null Book.legacyCode [8, 13, 34]")
    .gives(
      "7", "9", "9", "9", to: "SELECT ZLEGACYCODE FROM ZBOOK WHERE Z_PK IN (1, 8, 13, 34) ORDER BY Z_PK"),
    Change(
      "new and optional, with default",
      (
        #"(<attribute name="position")"#,
        #"<attribute name="shape" optional="YES" attributeType="String" defaultValueString="square"/>$1"#
      )
    ).gives("square", to: "SELECT DISTINCT ZSHAPE FROM ZSHELF"),
    Change(
      "new and required, without default",
      (#"(<attribute name="position")"#, #"<attribute name="shape" attributeType="String"/>$1"#)
    )
    .blocks("error plan.value-missing Shelf.shape [1, 2, 6]"),
    Change(
      "data may now lie outside",
      (
        #"name="photo" optional="YES" attributeType="Binary""#,
        #"name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES""#
      )
    ).gives(
      "01 301", "01 1",
      to:
        """
        SELECT hex(substr(ZPHOTO, 1, 1)) || ' ' || length(ZPHOTO) FROM ZPROFILE
        WHERE ZPHOTO IS NOT NULL ORDER BY Z_PK
        """
    ),
    Change("a value must be unique and is not", (#"(<fetchIndex name="byTitle">)"#, unique("isRead") + "$1"))
      .blocks("error plan.not-unique Book.isRead [1, 2]"),
    Change(
      "a value must be unique and is",
      (#"(<relationship name="spotlight"[^>]*/>)"#, "$1" + unique("position"))
    )
    .gives(
      "CREATE UNIQUE INDEX Z_Shelf_UNIQUE_position ON ZSHELF (ZPOSITION COLLATE BINARY ASC)",
      to: "SELECT sql FROM sqlite_schema WHERE name = 'Z_Shelf_UNIQUE_position'"),
  ]

  static let entities = [
    Change(
      "an entity goes", (#"(?s)<entity name="Profile".*?</entity>"#, ""),
      (#"<relationship name="profile"[^>]*/>"#, "")
    )
    .blocks("error plan.entity-dropped Profile [2, 3, 8]", until: "drop:Profile", rows: 3)
    .gives("0", to: "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%PROFILE%'"),
    Change(
      "an entity becomes abstract", (#"<entity name="Setting""#, #"<entity name="Setting" isAbstract="YES""#)
    )
    .blocks("error plan.entity-dropped Setting [1, 2, 4, 5]", until: "drop:Setting", rows: 4)
    .gives("0", to: "SELECT count(*) FROM ZSETTING"),
    Change("another name, and no identifier", (#"<entity name="Setting""#, #"<entity name="Preference""#))
      .blocks("error plan.entity-dropped Setting [1, 2, 4, 5]", until: "drop:Setting", rows: 4)
      .gives("0", to: "SELECT count(*) FROM ZPREFERENCE"),
    Change(
      "another name, by identifier",
      (#"<entity name="Setting""#, #"<entity name="Preference" elementID="Setting""#)
    )
    .gives("lastOpened", "token", "empty", "nothing", to: "SELECT ZKEY FROM ZPREFERENCE ORDER BY Z_PK"),
    Change(
      "an entity comes to be below another",
      (#"<entity name="Profile""#, #"<entity name="Profile" parentEntity="Author""#)
    )
    .gives(
      "7 3",
      to: """
        SELECT (SELECT count(*) FROM ZBOOK b JOIN ZAUTHOR a ON a.Z_PK = b.ZAUTHOR AND a.Z_ENT = b.Z1_AUTHOR
            WHERE a.Z_ENT = 1 AND a.ZNAME IS NOT NULL) || ' ' ||
          (SELECT count(*) FROM ZAUTHOR p JOIN ZAUTHOR a ON a.ZPROFILE = p.Z_PK AND p.ZAUTHOR = a.Z_PK
            WHERE p.Z_ENT = 2 AND a.Z_ENT = 1 AND p.Z1_AUTHOR = 1)
        """),
  ]

  static let relationships = [
    Change(
      "several become one",
      (#"name="labels" optional="YES" toMany="YES""#, #"name="labels" optional="YES" maxCount="1""#)
    )
    .blocks("error plan.relationship-narrowed Book.labels [1, 2, 3]", until: "lossy:Book.labels", rows: 4)
    .gives("1 1", "2 2", "3 1", "8 5", to: pairs("ZLABELS", "ZBOOK")),
    Change(
      "several become one at the other end",
      (#"name="items" optional="YES" toMany="YES""#, #"name="items" optional="YES" maxCount="1""#)
    )
    .blocks("error plan.relationship-narrowed Label.items [1, 2, 5]", until: "lossy:Label.items", rows: 3)
    .gives("1 1", "2 1", "4 3", "5 2", "8 3", to: pairs("ZITEMS", "ZLABEL")),
    Change(
      "an ordered list becomes one",
      (
        #"(name="contents" optional="YES") toMany="YES" (deletionRule="Nullify") ordered="YES""#,
        #"$1 maxCount="1" $2"#
      )
    )
    .blocks("error plan.relationship-narrowed Shelf.contents [1, 2]", until: "lossy:Shelf.contents", rows: 5)
    .gives("1 3", "2 1", to: pairs("ZCONTENTS", "ZSHELF")),
    Change("an order goes", (#"(name="notes"[^>]*) ordered="YES""#, "$1"))
      .blocks("error plan.order-dropped Book.notes [1, 2, 8]", until: "lossy:Book.notes", rows: 3)
      .gives("0", to: "SELECT count(*) FROM pragma_table_info('ZNOTE') WHERE name LIKE 'Z_FOK%'"),
    Change("a relationship goes", (#"<relationship name="favouriteNote"[^>]*/>"#, ""))
      .blocks(
        "error plan.relationship-dropped Author.favouriteNote [1, 3, 9]", until: "drop:Author.favouriteNote",
        rows: 3
      )
      .gives("0", to: "SELECT count(*) FROM pragma_table_info('ZAUTHOR') WHERE name LIKE '%NOTE%'"),
    Change(
      "a pair goes", (#"<relationship name="labels"[^>]*/>"#, ""), (#"<relationship name="items"[^>]*/>"#, "")
    )
    .blocks("error plan.relationship-dropped Book.labels [1, 2, 3, 8]", until: "drop:Book.labels", rows: 8)
    .gives("0", to: "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Z_2LABELS%'"),
    Change(
      "a link becomes required",
      (
        #"name="author" optional="YES" maxCount="1"([^>]* inverseName="books")"#,
        #"name="author" maxCount="1"$1"#
      )
    )
    .blocks("error plan.link-missing Book.author [13]"),
    Change(
      "one becomes several, with the other end as it was",
      (
        #"(name="author" optional="YES") maxCount="1"([^>]* inverseName="books")"#,
        #"$1 toMany="YES"$2"#
      )
    )
    .gives(
      "1 1", "2 1", "3 3", "5 2", "8 5", "21 9", "34 9",
      to: "SELECT Z_2BOOKS || ' ' || Z_1AUTHOR FROM Z_1BOOKS ORDER BY Z_2BOOKS"),
    Change(
      "one becomes several, without another end",
      (
        #"name="favouriteNote" optional="YES" maxCount="1""#,
        #"name="favouriteNote" optional="YES" toMany="YES""#
      )
    )
    .gives("2 1", "4 9", "9 3", to: pairs("Z1FAVOURITENOTE", "ZNOTE")),
    Change(
      "another name, by identifier",
      (#"name="author" optional"#, #"name="writer" elementID="author" optional"#),
      (#"inverseName="author" inverseEntity="Book""#, #"inverseName="writer" inverseEntity="Book""#)
    )
    .gives("1 1", "2 1", "3 3", "5 2", "8 5", "21 9", "34 9", to: pairs("ZWRITER", "ZBOOK")),
  ]

  private static func pairs(_ column: String, _ table: String) -> String {
    "SELECT Z_PK || ' ' || \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY Z_PK"
  }

  private func edit(_ fixture: Fixture, _ edits: [(String, String)]) throws {
    var text = try fixture.workshop.scratch.text("in/Library.xcdatamodeld/Library.xcdatamodel/contents")
    for (pattern, replacement) in edits {
      let before = text
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
      #expect(text != before, "\(pattern) is not in the model")
    }
    try fixture.workshop.scratch.write(text, to: "in/Changed.xcdatamodel/contents")
  }

  @Test(
    "A change is made, or asked about",
    arguments: LongTests.some(of: attributes + entities + relationships, every: 2))
  func change(change: Change) throws {
    let fixture = try Fixture("library-1")
    try edit(fixture, change.edits)
    let source = ["--source-model", fixture.workshop.input(Fixture.model)]
    if !change.blocked.isEmpty {
      let blocked = try fixture.workshop.migrate(fixture.store, "Changed.xcdatamodel", options: source)
      #expect(blocked.status == 3)
      #expect(blocked.report.problems == change.blocked)
      let recovery = blocked.report.body.findings.filter { $0.severity == "error" }.map(\.recovery)
      #expect(recovery.allSatisfy { !$0.isEmpty })
      guard let consent = change.consent else { return }
      #expect(recovery.allSatisfy { $0.contains { $0.contains("--allow \(consent)") } })
      let tooFew = try fixture.workshop.migrate(
        fixture.store, "Changed.xcdatamodel", options: source + ["--allow", "\(consent)=\(change.rows - 1)"])
      #expect(tooFew.status == 3)
    }
    let consents = change.consent.map { ["--allow", "\($0)=\(change.rows)"] } ?? []
    let done = try fixture.workshop.migrate(fixture.store, "Changed.xcdatamodel", options: source + consents)
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(done.report.problems == [])
    #expect(done.report.covered == (change.consent.map { [$0: change.rows] } ?? [:]))
    for note in change.notes { #expect(done.report.body.findings.map(\.line).contains(note)) }
    guard done.status == 0 else { return }
    #expect(try fixture.workshop.texts(change.question) == change.answer)
    for entity in done.report.body.entities {
      #expect(entity.read == entity.migrated + entity.merged + entity.dropped + entity.rejected)
    }
    for link in done.report.body.relationships {
      #expect(
        link.read == link.connected + link.dangling + link.dropped + link.rejected,
        "\(link.entity).\(link.name)")
    }
  }

  @Test("Data that may no longer lie outside moves into the row")
  func inlined() throws {
    let fixture = try Fixture("library-external/Library")
    try edit(fixture, [(#" allowsExternalBinaryDataStorage="YES""#, "")])
    let source = ["--source-model", fixture.workshop.input(Fixture.model)]
    let done = try fixture.workshop.migrate(fixture.store, "Changed.xcdatamodel", options: source)
    #expect(done.status == 0)
    #expect(try fixture.workshop.scratch.contents("out") == ["New.sqlite"])
    let folder = "in/library-external/.Library_SUPPORT/_EXTERNAL_DATA/"
    let files = fixture.expect["externalFiles"].members
    #expect(files.count == 2)
    for (place, name) in files {
      let key = place.split(separator: "/").last ?? ""
      let cell = try fixture.workshop.rows("SELECT ZCOVER FROM ZBOOK WHERE Z_PK = \(key)")[0][0].bytes
      #expect(try cell == fixture.workshop.scratch.bytes(folder + (name.string ?? "")))
    }
    // Without its file a value cannot move: that must be agreed to.
    try fixture.workshop.scratch.remove(folder + (files["Book.cover/3"]?.string ?? ""))
    let blocked = try fixture.workshop.migrate(
      fixture.store, "Changed.xcdatamodel", options: source, to: "Second.sqlite")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.external-file-missing Book.cover [3]"])
    let lossy = try fixture.workshop.migrate(
      fixture.store, "Changed.xcdatamodel", options: source + ["--allow", "lossy:Book.cover=1"],
      to: "Second.sqlite")
    #expect(lossy.status == 0 || lossy.status == 1)
    #expect(
      try fixture.workshop.rows("SELECT ZCOVER FROM ZBOOK WHERE Z_PK = 3", in: "Second.sqlite") == [[.null]])
  }
}
