import Testing

/// Several steps with rules, one after the other, and what is asserted about both ends.
@Suite("Steps with rules")
struct MappingStepTests {
  @Test("A value that the second step sets is there for the third; keys and accounts are the first store's")
  func chain() throws {
    let scene = try Scene(
      [
        "Note: text, stars int", "Note: text, stars int, rank int", "Note: text, label!",
        "Note: text, label!\nMark: label, note > Note",
      ],
      rows: "Note 1 text='a' stars=3\nNote 5 text='b'\nNote 9 text='c' stars=1")
    let map = """
      steps:
        - { from: V1, to: V2, entities: [{ name: Note, set: { rank: 'coalesce(stars, 0) * 2' } }] }
        - { from: V2, to: V3, entities: [{ name: Note, set: { label: "'rank ' || rank" } }], drop: [Note.stars] }
        - from: V3
          to: V4
          entities:
            - { name: Mark, from: Note, where: "label <> 'rank 0'", connect: { note: objectID } }
      """
    let done = try scene.migrate(mapping: map, "--id-map", scene.workshop.scratch("said/map.csv"))
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT Z_PK, ZTEXT, ZLABEL FROM ZNOTE ORDER BY 1")
        == ["1|a|rank 6", "5|b|rank 0", "9|c|rank 2"])
    #expect(
      try scene.result("SELECT Z_PK, ZLABEL, ZNOTE FROM ZMARK ORDER BY 1") == ["1|rank 6|1", "9|rank 2|9"])
    #expect(
      done.report.body.entities.map(\.line) == ["Note>Mark 2 2 0 0 0", "Note>Note 3 3 0 0 0"])
    let map2 = try scene.workshop.scratch.text("said/map.csv").split(separator: "\n").dropFirst()
      .map {
        $0.split(separator: ",").map { $0.split(separator: "/").suffix(2).joined(separator: "/") }.joined(
          separator: " ")
      }
    #expect(
      map2 == [
        "Note/p1 Note/p1", "Note/p1 Mark/p1", "Note/p5 Note/p5", "Note/p9 Note/p9", "Note/p9 Mark/p9",
      ])
  }

  @Test("Five versions skipped at once, by rules and inference, from the version in between as well")
  func five() throws {
    let versions = [
      "A: a", "A: b<a", "A: b<a, n int", "A: b<a, n int, t", "A: c<b, n int, t", "A: c<b, n double, t!",
    ]
    let scene = try Scene(versions, rows: "A 1 a='x'\nA 2 a='y'")
    let blocked = try scene.migrate()
    #expect(blocked.status == 3)
    let done = try scene.migrate(
      mapping: "steps:\n  - { from: V5, to: V6, defaults: { A.t: \"'none'\" } }",
      "--via", "V2,V3,V4,V5,V6")
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT Z_PK, ZC, ZN, ZT FROM ZA ORDER BY 1") == ["1|x|NULL|none", "2|y|NULL|none"])
  }

  @Test("What is asserted holds before and after, or nothing is put in place")
  func assertions() throws {
    let scene = try Scene(["A: t", "A: t, u"], rows: "A 1 t='x'\nA 2 t='y'")
    func map(_ count: Int, _ query: String = "SELECT count(*) FROM A WHERE u IS NULL", _ expect: String = "0")
      -> String
    {
      """
      steps: [{ entities: [{ name: A, set: { u: t || '!' } }] }]
      assert:
        - { name: rows, on: source, query: 'SELECT count(*) FROM A', expect: \(count) }
        - { name: none lost, on: both, query: 'SELECT group_concat(t) FROM (SELECT t FROM A ORDER BY t)' }
        - { name: all set, on: destination, query: '\(query)', expect: \(expect) }
      """
    }
    let blocked = try scene.migrate(mapping: map(3))
    #expect(blocked.status == 3)
    #expect(blocked.report.has("mapping.assertion-failed"))
    let failed = try scene.migrate(mapping: map(2, "SELECT count(*) FROM A", "7"))
    #expect(failed.status == 6)
    #expect(failed.report.has("mapping.assertion-failed"))
    let faulty = try scene.migrate(mapping: map(2, "SELECT nope FROM A", "7"))
    #expect(faulty.status == 64)
    let several = try scene.migrate(mapping: map(2, "SELECT t FROM A", "7"))
    #expect(several.status == 3)
    #expect(several.report.has("mapping.expression-failed"))
    let done = try scene.migrate(mapping: map(2))
    #expect(done.status == 0, "\(done.story)")
    #expect(done.report.findings("mapping.assertions-hold").map(\.count) == [3])
  }
}
