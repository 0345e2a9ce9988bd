import Testing

/// The examples that guides to Core Data migrations give, as a reader would write them here.
@Suite("Field guide: the examples of migration guides")
struct FieldGuideTests {
  @Test("An optional attribute is added")
  func optionalAttribute() throws {
    let scene = try Scene(
      ["Note: title", "Note: title, remark"], rows: "Note 1 title='a'\nNote 2 title=NULL")
    let done = try scene.migrate()
    #expect(done.status == 0)
    #expect(try scene.result("SELECT Z_PK, ZTITLE, ZREMARK FROM ZNOTE") == ["1|a|NULL", "2|NULL|NULL"])
  }

  @Test("Tags are added, with an empty default")
  func tags() throws {
    let scene = try Scene(
      ["Note: title", "Note: title, tags! ="], rows: "Note 1 title='a'\nNote 2 title='b'")
    let done = try scene.migrate(
      mapping: """
        steps:
          - defaults: { Note.tags: "''" }
        """)
    #expect(done.status == 0)
    #expect(try scene.result("SELECT ZTITLE, typeof(ZTAGS), ZTAGS FROM ZNOTE") == ["a|text|", "b|text|"])
  }

  @Test("Notes become tasting notes and brewing notes")
  func splitNotes() throws {
    let scene = try Scene(
      [
        "Brew: notes, rating int", "Brew: tastingNotes!, brewingNotes!, rating int",
      ],
      rows: "Brew 1 notes='sweet' rating=4\nBrew 2 rating=1\nBrew 7 notes='' rating=NULL")
    let blocked = try scene.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.attribute-dropped").map(\.count) == [2])
    #expect(blocked.report.findings("plan.value-missing").map(\.count) == [3, 3])
    let done = try scene.migrate(
      mapping: """
        steps:
          - from: V1
            to: V2
            entities:
              - name: Brew
                set:
                  tastingNotes: coalesce(notes, '')
                  brewingNotes: "''"
        """)
    #expect(done.status == 0)
    #expect(
      try scene.result("SELECT Z_PK, ZTASTINGNOTES, ZBREWINGNOTES, ZRATING FROM ZBREW")
        == ["1|sweet||4", "2|||1", "7|||NULL"])
    #expect(done.report.body.entities.map(\.line) == ["Brew>Brew 3 3 0 0 0"])
  }

  @Test("A book's author becomes a contribution with a role")
  func contributions() throws {
    let scene = try Scene(
      [
        """
        Author: name, books >> Book/author
        Book: title, author > Author/books
        """,
        """
        Author: name, contributions >> Contribution/author
        Book: title, contributions >> Contribution/book
        Contribution: role!, author > Author/contributions, book > Book/contributions
        """,
      ],
      rows: """
        Author 3 name='Le_Guin'
        Author 4 name='Lem'
        Book 10 title='Solaris' author=4
        Book 11 title='Anon'
        Book 12 title='Lathe' author=3
        Book 13 title='Eden' author=4
        """)
    let blocked = try scene.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.relationship-dropped").map(\.count) == [3])
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - name: Contribution
                from: Book
                where: author IS NOT NULL
                set: { role: "'primary'" }
                connect: { book: objectID, author: author }
        """)
    #expect(done.status == 0)
    #expect(
      try scene.result("SELECT Z_PK, ZROLE, ZBOOK, ZAUTHOR FROM ZCONTRIBUTION ORDER BY Z_PK")
        == ["10|primary|10|4", "12|primary|12|3", "13|primary|13|4"])
    #expect(try scene.result("SELECT Z_PK, ZTITLE FROM ZBOOK ORDER BY Z_PK").count == 4)
    #expect(
      done.report.body.entities.map(\.line)
        == ["Author>Author 2 2 0 0 0", "Book>Book 4 4 0 0 0", "Book>Contribution 3 3 0 0 0"])
    #expect(
      done.report.body.relationships.map(\.line) == ["Author.books 3 3 0 0 0", "Book.author 3 3 0 0 0"])
    #expect(
      done.report.findings("mapping.by-rule").map(\.line) == [
        "note mapping.by-rule Contribution.author []", "note mapping.by-rule Contribution.book []",
        "note mapping.by-rule Contribution.role []",
      ])
    #expect(!done.text.contains("ruled0"))
  }

  @Test("An enumeration is stored as a text")
  func enumeration() throws {
    let scene = try Scene(
      ["Item: legacyCode int", "Item: state!"],
      rows: "Item 1 legacyCode=1\nItem 2 legacyCode=2\nItem 3 legacyCode=9\nItem 4")
    let map = """
      steps:
        - entities:
            - name: Item
              values:
                state:
                  from: legacyCode
                  map: { "1": new, "2": used }
      """
    let blocked = try scene.migrate(mapping: map)
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("mapping.value-unmapped").map(\.oldKeys) == [[3]])
    let done = try scene.migrate(mapping: map + "\n            default: other")
    #expect(done.status == 0)
    #expect(
      try scene.result("SELECT Z_PK, ZSTATE FROM ZITEM ORDER BY Z_PK")
        == ["1|new", "2|used", "3|other", "4|other"])
  }
}
