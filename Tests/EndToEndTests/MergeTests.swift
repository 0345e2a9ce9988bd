import Testing

/// Several rows that become one: links follow, and every run makes the same choice.
@Suite("Merged rows")
struct MergeTests {
  private static let versions = [
    """
    Person: email, name, updatedAt date, books >>> Book/author, groups >> Group/members
    Book: title, author > Person/books
    Group: title, members >> Person/groups
    Card: owner > Person
    """,
    """
    Person: email, name, updatedAt date, books >>> Book/author, groups >> Group/members, unique(email)
    Book: title, author > Person/books
    Group: title, members >> Person/groups
    Card: owner > Person
    """,
  ]

  private static let rows = """
    Person 1 email='a' name='old' updatedAt=10
    Person 2 email='a' name='new' updatedAt=30
    Person 3 email='b' name='b' updatedAt=5
    Person 4 name='none' updatedAt=1
    Person 5 name='none2' updatedAt=1
    Person 6 email='a' name='even' updatedAt=30
    Book 1 title='one' author=1 author@=1024
    Book 2 title='two' author=2 author@=1024
    Book 3 title='three' author=1 author@=2048
    Book 4 title='four' author=6 author@=1024
    Group 1 title='g'
    Group 2 title='h'
    Person 1 groups>1
    Person 2 groups>1
    Person 6 groups>2
    Card 1 owner=6
    Card 2 owner=3
    """

  private static let rule = """
    steps:
      - merge: [{ entity: Person, by: [email], keep: updatedAt DESC }]
    """

  @Test("Unique names over duplicates: the survivor is stated, links of the others lead to it, lists follow")
  func unique() throws {
    let scene = try Scene(Self.versions, rows: Self.rows)
    let blocked = try scene.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("plan.not-unique").map(\.count) == [3])
    let done = try scene.migrate(mapping: Self.rule)
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT Z_PK, ZNAME FROM ZPERSON ORDER BY 1") == ["2|new", "3|b", "4|none", "5|none2"])
    #expect(
      try scene.result("SELECT ZTITLE FROM ZBOOK WHERE ZAUTHOR = 2 ORDER BY Z_FOK_AUTHOR")
        == ["two", "four", "one", "three"])
    #expect(try scene.result("SELECT * FROM Z_3MEMBERS ORDER BY 1, 2").count == 2)
    #expect(try scene.result("SELECT Z_PK, ZOWNER FROM ZCARD ORDER BY 1") == ["1|2", "2|3"])
    #expect(
      done.report.body.entities.first { $0.source == "Person" }?.line == "Person>Person 6 4 2 0 0")
    #expect(done.report.findings("mapping.merged").map(\.oldKeys) == [[1, 6]])
    let again = try scene.migrate(mapping: Self.rule, to: "Again.sqlite")
    #expect(
      try scene.result("SELECT Z_PK, ZNAME FROM ZPERSON ORDER BY 1", in: "Again.sqlite")
        == scene.result("SELECT Z_PK, ZNAME FROM ZPERSON ORDER BY 1"))
    #expect(again.body == done.body)
  }

  @Test("Rows are merged by values that rules set")
  func ruled() throws {
    let scene = try Scene(
      ["Tag: name\nNote: tag > Tag", "Tag: key!, unique(key)\nNote: tag > Tag"],
      rows: "Tag 1 name='Ä_'\nTag 2 name='ä'\nTag 3 name='b'\nNote 1 tag=1\nNote 2 tag=2")
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities: [{ name: Tag, set: { key: 'nfc(casefold(nfd(utrim(name))))' } }]
            merge: [{ entity: Tag, by: [key], keep: objectID }]
        """)
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZKEY FROM ZTAG ORDER BY 1") == ["1|ä", "3|b"])
    #expect(try scene.result("SELECT Z_PK, ZTAG FROM ZNOTE ORDER BY 1") == ["1|1", "2|1"])
  }

  @Test("A one-to-one has place for one: two partners stand in the way")
  func partners() throws {
    let scene = try Scene(
      ["A: n, b > B/a\nB: m, a > A/b", "A: n, b > B/a, unique(n)\nB: m, a > A/b"],
      rows: "A 1 n='x' b=1\nA 2 n='x' b=2\nB 1 a=1\nB 2 a=2")
    let blocked = try scene.migrate(
      mapping: "steps:\n  - merge: [{ entity: A, by: [n], keep: objectID }]")
    #expect(blocked.status == 3)
    #expect(blocked.report.has("mapping.merge-partners"))
  }
}
