import Foundation
import Testing

@Suite("Plan: counted on the rows")
struct PlanRowTests {
  @Test("Duplicates under a constraint, group by group: bytes are compared, and NULL equals nothing")
  func duplicates() throws {
    let made = try HandMade.one(
      "Tag", [HandMade.attribute("name")], [HandMade.attribute("name"), HandMade.unique("name")],
      columns: "ZNAME VARCHAR",
      rows: """
        (1, 1, 1, 'b'), (2, 1, 1, 'a'), (3, 1, 1, 'b'), (4, 1, 1, NULL), (5, 1, 1, NULL), (6, 1, 1, 'A'),
        (7, 1, 1, 'a'), (8, 1, 1, 'b')
        """)
    let plan = try made.plan(status: 3)
    #expect(plan.obstacles == ["plan.not-unique Tag.name 5 [1, 2]"])
    let obstacle = try #require(plan.body["obstacles"].list.first)
    #expect(
      obstacle["groups"].list.map { $0.list.compactMap(\.integer) } == [[1, 3, 8], [2, 7]])
    #expect(obstacle["consents"].list == [])
    #expect(plan.text.contains("  share theirs: 1, 3, 8\n  share theirs: 2, 7\n"))
    #expect(plan.consents() == [:])
  }

  @Test("At most a hundred groups are named, and all are counted")
  func manyDuplicates() throws {
    let rows = (1...240).map { "(\($0), 1, 1, 'v\($0 % 120)')" }.joined(separator: ", ")
    let made = try HandMade.one(
      "Tag", [HandMade.attribute("name")], [HandMade.attribute("name"), HandMade.unique("name")],
      columns: "ZNAME VARCHAR", rows: rows)
    let plan = try made.plan(status: 3)
    let obstacle = try #require(plan.body["obstacles"].list.first)
    #expect(obstacle["count"].integer == 240)
    #expect(obstacle["groups"].list.count == 100)
    #expect(plan.text.contains("… and 90 more groups"))
  }

  @Test("Limits of the new model that rows break are warnings, and those a run gives afterwards")
  func limits() throws {
    let made = try HandMade.one(
      "Cat", [HandMade.attribute("name"), HandMade.attribute("age", type: "Integer 16")],
      [
        HandMade.attribute(
          "name", #"minValueString="2" maxValueString="3" regularExpressionString="[a-z]+""#),
        HandMade.attribute("age", #"minValueString="0" maxValueString="30""#, type: "Integer 16"),
        HandMade.attribute(
          "lives", #"minValueString="1" maxValueString="9" defaultValueString="12""#, type: "Integer 16"),
      ], columns: "ZAGE INTEGER, ZNAME VARCHAR",
      rows: "(1, 1, 1, 3, 'abc'), (2, 1, 1, -1, 'a'), (3, 1, 1, 31, 'abcd'), (4, 1, 1, NULL, 'AB')")
    let plan = try made.plan(status: 1)
    #expect(
      plan.warnings.sorted() == [
        "value.number-too-large Cat.age 1 [3]", "value.number-too-large Cat.lives 4 [1, 2, 3, 4]",
        "value.number-too-small Cat.age 1 [2]", "value.pattern Cat.name 1 [4]",
        "value.string-too-long Cat.name 1 [3]", "value.string-too-short Cat.name 1 [2]",
      ])
    let run = try made.migrate()
    #expect(run.status == 1)
    #expect(
      run.report.body.findings.filter { $0.severity == "warning" }.map {
        "\($0.id) \($0.entity ?? "").\($0.property ?? "") \($0.count) \($0.oldKeys)"
      }.sorted() == plan.warnings.sorted())
  }

  @Test("Limits are counted where something else blocks, too; a value that is missing is an obstacle once")
  func limitsAndObstacles() throws {
    let made = try HandMade.one(
      "Cat", [HandMade.attribute("age", type: "Integer 16"), HandMade.attribute("nick")],
      [
        HandMade.attribute("age", #"maxValueString="30""#, type: "Integer 16"),
        HandMade.attribute("nick", #"optional="NO""#),
        HandMade.attribute("chip", #"optional="NO""#, type: "UUID"),
      ], columns: "ZAGE INTEGER, ZNICK VARCHAR", rows: "(1, 1, 1, 31, 'x'), (2, 1, 1, 3, NULL)")
    let plan = try made.plan(status: 3)
    #expect(
      plan.obstacles == ["plan.value-missing Cat.chip 2 [1, 2]", "plan.value-missing Cat.nick 1 [2]"])
    #expect(plan.warnings == ["value.number-too-large Cat.age 1 [1]"])
  }

  @Test("A type that changes is told with the rows that hold something, and what they get")
  func types() throws {
    let made = try HandMade.one(
      "Cat", [HandMade.attribute("age", type: "Binary")],
      [HandMade.attribute("age", #"defaultValueString="7""#, type: "Integer 16")], columns: "ZAGE BLOB",
      rows: "(1, 1, 1, X'03'), (2, 1, 1, NULL)")
    let plan = try made.plan(status: 3)
    #expect(plan.obstacles == ["plan.type-changed Cat.age 1 [1]"])
    #expect(plan.changes == ["Cat.age -> - 1 dropped", "- -> Cat.age 2 default"])
    #expect(plan.text.contains("Binary becomes Integer 16"))
  }

  @Test(
    "What looks renamed is proposed with its reasons, and never done unasked",
    arguments: [
      // What goes, what comes, and what is said of it.
      ("notes", "String", "tastingNotes", "String", "", "same type, similar name, the only one of its type"),
      ("note", "String", "memo", "String", "", "same type, the only one of its type"),
      ("note", "String", "memo", "Date", "", nil),
      ("note", "String", "memo", "String", #"defaultValueString="x""#, nil),
      (
        "note", "String", "memo", "String", #"defaultValueString="x" maxValueString="9""#,
        "every value fits, same type"
      ),
      ("count16", "Integer 16", "count32", "Integer 32", "", "similar name"),
    ] as [(String, String, String, String, String, String?)])
  func renames(
    _ old: String, _ oldType: String, _ new: String, _ newType: String, _ more: String, _ reasons: String?
  ) throws {
    let made = try HandMade.one(
      "Brew", [HandMade.attribute(old, type: oldType)], [HandMade.attribute(new, more, type: newType)],
      columns: "Z\(old.uppercased()) VARCHAR",
      rows: oldType == "String" ? "(1, 1, 1, 'abc'), (2, 1, 1, NULL)" : "(1, 1, 1, 5), (2, 1, 1, NULL)")
    let plan = try made.plan(status: 3)
    #expect(plan.obstacles == ["plan.attribute-dropped Brew.\(old) 1 [1]"])
    let said = reasons.map { $0.split(separator: ", ").sorted().joined(separator: ", ") }
    #expect(plan.proposals == (said.map { ["Brew.\(old) -> Brew.\(new) 1: \($0)"] } ?? []))
    let proposal = plan.body["proposals"].list.first
    #expect(proposal == nil || proposal?["renamingIdentifier"] == .text(old))
    #expect(
      proposal == nil
        || proposal?["mapping"].list.compactMap(\.string)
          == ["entities:", "  - name: Brew", "    set:", "      \(new): \(old)"]
    )
    // Unasked nothing is carried over.
    #expect(plan.changes.contains("Brew.\(old) -> - 1 dropped"))
  }
}
