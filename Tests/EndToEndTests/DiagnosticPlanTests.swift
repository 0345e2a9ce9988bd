import Foundation
import Testing

/// What stands in the way before the first row, each raised by a model made for it.
@Suite("Diagnostics: the plan")
struct DiagnosticPlanTests {
  @Test("A derived attribute whose triggers have no known form blocks, and no consent helps")
  func derived() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel(
      adding:
        #"<attribute name="plainName" optional="YES" attributeType="String" "#
        + #"derived="YES" derivationExpression="canonical:(name)"/>"#,
      to: "Author")
    let blocked = try fixture.migrateToChanged("--allow", "unverified-hash:Author")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.derived-unsupported Author.plainName []"])
    #expect(blocked.report.findings("plan.derived-unsupported").map(\.count) == [0])
    #expect(blocked.outcome == "blocked")
  }

  @Test("A type that is not stored in any known way blocks, and no consent helps")
  func type() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel(
      adding: #"<attribute name="twin" optional="YES" attributeType="Object ID"/>"#, to: "Book")
    let blocked = try fixture.migrateToChanged("--allow", "unverified-hash:Book")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.type-unsupported Book.twin []"])
  }

  @Test("A hash by a rule that is not proven blocks until it is agreed to")
  func hash() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel(
      adding: #"<attribute name="homepage" optional="YES" attributeType="URI"/>"#, to: "Book")
    let blocked = try fixture.migrateToChanged()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.hash-unverified Book []"])
    let finding = try #require(blocked.report.findings("plan.hash-unverified").first)
    #expect(finding.recovery.contains { $0.contains("--allow unverified-hash:Book") })
    #expect(finding.summary.contains("a URI attribute"))

    // Agreed to for another entity it still stands; and the consent names none of this version's losses.
    let other = try fixture.migrateToChanged("--allow", "unverified-hash:Shelf")
    #expect(other.status == 3)
    let done = try fixture.migrateToChanged("--allow", "unverified-hash:Book")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.findings("plan.hash-unverified").map(\.line) == ["note plan.hash-unverified Book []"])
    #expect(done.report.covered == ["unverified-hash:Book": 0])
    #expect(try fixture.workshop.texts("SELECT count(ZHOMEPAGE) FROM ZBOOK") == ["0"])
    try fixture.checkRows("Library")
  }

  @Test("A renaming identifier of two attributes blocks, even where both losses are agreed to")
  func ambiguousAttributes() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([
      ("name=\"language\" optional=\"YES\"", "name=\"language\" elementID=\"isbn\" optional=\"YES\"")
    ])
    let blocked = try fixture.migrateToChanged("--allow", "drop:Book.isbn", "--allow", "drop:Book.language")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.identifier-ambiguous Book []"])
    #expect(
      blocked.report.findings("plan.identifier-ambiguous").map { $0.summary.contains("isbn") } == [true])
  }

  @Test("A renaming identifier of two entities blocks, even where both losses are agreed to")
  func ambiguousEntities() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([
      ("<entity name=\"Setting\"", "<entity name=\"Setting\" elementID=\"Label\"")
    ])
    let blocked = try fixture.migrateToChanged("--allow", "drop:Setting", "--allow", "drop:Label")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.identifier-ambiguous  []"])
  }

  @Test("Relationships whose identifiers cross block at each of their ends")
  func crossedRelationships() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([
      ("<relationship name=\"labels\"", "<relationship name=\"labels\" elementID=\"shelves\""),
      ("<relationship name=\"shelves\"", "<relationship name=\"shelves\" elementID=\"labels\""),
    ])
    let blocked = try fixture.migrateToChanged()
    #expect(blocked.status == 3)
    #expect(
      blocked.report.findings("plan.relationship-ambiguous").map(\.line) == [
        "error plan.relationship-ambiguous Book.labels []",
        "error plan.relationship-ambiguous Book.shelves []",
        "error plan.relationship-ambiguous Label.items []",
        "error plan.relationship-ambiguous Shelf.contents []",
      ])
  }

  @Test("A one-to-one whose ends disagree, kept at one of them")
  func inverse() throws {
    let fixture = try Fixture("library-1")
    // Profile 8 says author 3.
    try fixture.workshop.alter(fixture.store, "UPDATE ZAUTHOR SET ZPROFILE = 8 WHERE Z_PK = 9")
    try fixture.changeModel([
      (
        #"<relationship name="profile" optional="YES" maxCount="1""#,
        #"<relationship name="profile" optional="YES" toMany="YES""#
      )
    ])
    let blocked = try fixture.migrateToChanged()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.inverse-dropped Author.profile [9]"])
    let finding = try #require(blocked.report.findings("plan.inverse-dropped").first)
    #expect(finding.count == 1)
    #expect(finding.recovery.contains { $0.contains("--allow lossy:Author.profile") })
    #expect(try fixture.migrateToChanged("--allow", "lossy:Author.profile=0").status == 3)

    let done = try fixture.migrateToChanged("--allow", "lossy:Author.profile=1")
    #expect(done.report.findings("plan.inverse-dropped").map(\.severity) == ["note"])
    #expect(done.report.covered == ["lossy:Author.profile": 1])
    #expect(
      try fixture.workshop.texts("SELECT Z_PK || ' ' || ZAUTHOR FROM ZPROFILE ORDER BY Z_PK") == [
        "2 1", "3 5", "8 3",
      ])
    // The new form has one end: what the consent settled is no finding any more.
    #expect(done.status == 0)
    #expect(done.report.problems == [])
  }

  @Test("A relationship that is its own inverse and becomes another kind blocks")
  func selfInverse() throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([
      (
        #"<relationship name="related" optional="YES" toMany="YES""#,
        #"<relationship name="related" optional="YES" maxCount="1""#
      )
    ])
    let blocked = try fixture.migrateToChanged(
      "--allow", "lossy:Label.related", "--allow", "drop:Label.related")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.self-inverse-reshaped Label.related []"])
    #expect(blocked.report.findings("plan.self-inverse-reshaped").map(\.count) == [6])
    // Without links nothing is in the way.
    try fixture.workshop.alter(fixture.store, "DELETE FROM Z_3RELATED")
    #expect(try fixture.migrateToChanged().status == 0)
  }

  @Test(
    "An index whose form is not known is left out with a note",
    arguments: [
      ("", #"property="pages" type="RTree""#),
      ("", #"expression="length:(title)" expressionType="Integer 32" type="Binary""#),
      ("", #"property="notes" type="Binary"/><fetchIndexElement property="title" type="Binary""#),
      (#" partialIndexPredicate="pages &gt; 3""#, #"property="pages" type="Binary""#),
    ])
  func index(head: String, element: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel(
      adding:
        "<fetchIndex name=\"odd\"\(head)><fetchIndexElement \(element) order=\"ascending\"/></fetchIndex>",
      to: "Book")
    let done = try fixture.migrateToChanged()
    #expect(done.status == 0)
    #expect(
      done.report.findings("destination.index-omitted").map(\.line) == [
        "note destination.index-omitted Book.odd []"
      ])
    let names = try fixture.workshop.texts("SELECT name FROM sqlite_schema WHERE type = 'index'")
    #expect(names.contains("Z_Book_byTitle"))
    #expect(!names.contains { $0.contains("odd") })
    try fixture.checkRows("Library")
  }
}
