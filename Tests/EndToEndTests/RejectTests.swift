import Foundation
import SQLite
import Testing

/// Rows that do not fit, left out where the mapping file says so, and never in silence.
@Suite("Rejected rows")
struct RejectTests {
  private static func scene() throws -> Scene {
    try Scene(
      [
        """
        Author: name, email, books >> Book/author
        Book: title, author > Author/books!
        Loan: book > Book
        """,
        """
        Author: name!, email, books >> Book/author, unique(email)
        Book: title, author > Author/books!
        Loan: book > Book
        """,
      ],
      rows: """
        Author 1 name='a' email='e'
        Author 2 email='f'
        Author 3 name='c' email='e'
        Author 4 name='d'
        Book 1 title='one' author=1
        Book 2 title='two' author=2
        Book 3 title='three' author=3
        Loan 1 book=2
        Loan 2 book=1
        """)
  }

  private static let rule = "steps:\n  - entities: [{ name: Author, on-invalid: reject }]"

  @Test(
    "Rows without a required value, duplicates but the first, and what needs them are left out and listed")
  func closure() throws {
    let scene = try Self.scene()
    #expect(try scene.migrate().status == 3)
    let file = scene.workshop.scratch("said/left.jsonl")
    let done = try scene.migrate(mapping: Self.rule, "--rejects", file)
    #expect(done.status == 1, "\(done.story)")
    #expect(
      done.report.body.entities.map(\.line) == [
        "Author>Author 4 2 0 0 2", "Book>Book 3 1 0 0 2", "Loan>Loan 2 2 0 0 0",
      ])
    #expect(
      done.report.body.relationships.map(\.line) == [
        "Author.books 3 1 0 0 2", "Book.author 3 1 0 0 2", "Loan.book 2 1 0 0 1",
      ])
    let lines = try scene.workshop.scratch.text("said/left.jsonl").split(separator: "\n")
    #expect(
      lines == [
        #"{"destination":"Author","entity":"Author","oldKey":2,"property":"name","reason":"plan.value-missing"}"#,
        #"{"destination":"Author","entity":"Author","oldKey":3,"property":"email","reason":"plan.not-unique"}"#,
        #"{"because":2,"destination":"Book","entity":"Book","oldKey":2,"property":"author","reason":"plan.link-missing"}"#,
        #"{"because":3,"destination":"Book","entity":"Book","oldKey":3,"property":"author","reason":"plan.link-missing"}"#,
      ])
    #expect(done.report.findings("rejects.written").map(\.count) == [4])
    let rows = try Connection(path: scene.workshop.scratch("said/left.sqlite"), mode: .readOnly)
    #expect(
      try rows.rows("SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK").compactMap { $0[0].string } == ["two", "three"])
    #expect(try rows.integer("SELECT count(*) FROM ZAUTHOR") == 2)
    #expect(try scene.result("SELECT Z_PK FROM ZAUTHOR ORDER BY 1") == ["1", "4"])
    #expect(try scene.result("SELECT Z_PK, ZBOOK FROM ZLOAN ORDER BY 1") == ["1|NULL", "2|1"])
  }

  @Test("No more than were allowed")
  func most() throws {
    let scene = try Self.scene()
    let file = scene.workshop.scratch("said/left.jsonl")
    let blocked = try scene.migrate(mapping: Self.rule, "--max-rejects", "3", "--rejects", file)
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("rows.too-many-rejects").map(\.count) == [4])
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("Values that do not fit a rule's attribute, and links that lead nowhere")
  func ruleValues() throws {
    let scene = try Scene(
      ["A: t\nB: n int", "A: n int\nB: n int, a > A"], rows: "A 1 t='5'\nA 2 t='x'\nB 1 n=1\nB 2 n=7")
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - { name: A, set: { n: "CASE t WHEN '5' THEN 5 ELSE t END" }, on-invalid: reject }
              - { name: B, connect: { a: 'n + 0' }, on-invalid: reject }
        """, "--rejects", scene.workshop.scratch("said/left.jsonl"))
    #expect(done.status == 1, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZN FROM ZA") == ["1|5"])
    #expect(try scene.result("SELECT Z_PK, ZA FROM ZB") == ["1|1"])
    #expect(
      done.report.findings("rows.rejected").map(\.line) == [
        "warning rows.rejected A.n [2]", "warning rows.rejected B.a [2]",
      ])
  }

  @Test(
    "In a later step too, by the keys of the first store; the file is beside the result where none is named")
  func laterStep() throws {
    let scene = try Scene(
      [
        "A: n int\nB: n int\nTag: a > A", "C: n int\nTag: c<a > C", "C: n int!\nTag: c<a > C",
      ],
      rows: "A 1 n=1\nA 2\nB 1 n=5\nB 2\nTag 1 a=2\nTag 2 a=1")
    let done = try scene.migrate(
      mapping: """
        steps:
          - { from: V1, to: V2, entities: [{ name: C, from: [A, B] }] }
          - { from: V2, to: V3, entities: [{ name: C, on-invalid: reject }] }
        """, "--rejects", scene.workshop.scratch("said/left.jsonl"))
    #expect(done.status == 1, "\(done.story)")
    #expect(try scene.result("SELECT ZN FROM ZC ORDER BY 1") == ["1", "5"])
    let lines = try scene.workshop.scratch.text("said/left.jsonl").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains(#""entity":"C","oldKey":2,"#) })
    #expect(
      done.report.body.entities.map(\.line) == [
        "A>C 1 1 0 0 0", "A>- 1 0 0 0 1", "B>C 1 1 0 0 0", "B>- 1 0 0 0 1", "Tag>Tag 2 2 0 0 0",
      ])
    #expect(done.report.body.relationships.map(\.line) == ["Tag.a 2 1 0 0 1"])
  }

  @Test("Nothing is replaced: a name that is taken gets a number; in place the files lie beside the store")
  func inPlace() throws {
    let scene = try Self.scene()
    let store = scene.workshop.input(Scene.store)
    let mapping = try scene.mapping(Self.rule)
    try scene.workshop.scratch.write("mine", to: "in/\(Scene.store).rejects.jsonl")
    let run = try Program.run(
      ["run", store, "--model", scene.workshop.input(Scene.bundle), "--mapping", mapping, "--json"])
    #expect(run.status == 1, "\(run.error)")
    #expect(try scene.workshop.scratch.text("in/\(Scene.store).rejects.jsonl") == "mine")
    #expect(
      try scene.workshop.scratch.text("in/\(Scene.store).rejects-2.jsonl").split(separator: "\n").count == 4)
    #expect(FileManager.default.fileExists(atPath: "\(store).rejects-2.sqlite"))
    let again = try Program.run(
      ["run", store, "--model", scene.workshop.input(Scene.bundle), "--mapping", mapping, "--json"])
    #expect(again.status == 0)
    #expect(again.output.contains("nothing-to-do"))
  }

  @Test("A reject file that cannot be put in its place once the store is: the store stands, and it is said")
  func missingFile() throws {
    let scene = try Self.scene()
    let file = scene.workshop.scratch("said/left.jsonl")
    let mapping = try scene.mapping(Self.rule)
    var (missing, whole) = (0, 0)
    // What fails while something is only taken away again is no failure: the run goes on.
    for passage in 1...60 where whole < 4 {
      let run = try Program.run(
        [
          scene.workshop.input(Scene.store), "--model", scene.workshop.input(Scene.bundle), "--output",
          scene.workshop.output(), "--json", "--mapping", mapping, "--rejects", file,
        ], environment: ["IMPORT_LEGACY_FAULT": "rejects.write:\(passage):fail:EIO"])
      let report = try Report(text: run.output)
      if report.has("rejects.written") {
        whole += 1
        #expect(scene.workshop.scratch.exists("said/left.jsonl"))
        try scene.workshop.scratch.remove("out")
        try scene.workshop.scratch.makeFolder("out")
      } else if report.has("rejects.missing") {
        missing += 1
        #expect(run.status == 1)
        #expect(scene.workshop.scratch.exists("out/New.sqlite"))
        try scene.workshop.scratch.remove("out")
        try scene.workshop.scratch.makeFolder("out")
      } else {
        #expect(run.status == 2, "\(passage)")
        #expect(!scene.workshop.scratch.exists("out/New.sqlite"))
      }
      for name in ["left.jsonl", "left.sqlite", "left-2.sqlite"]
      where scene.workshop.scratch.exists("said/" + name) {
        try scene.workshop.scratch.remove("said/" + name)
      }
    }
    #expect(missing > 0 && whole > 0)
  }
}
