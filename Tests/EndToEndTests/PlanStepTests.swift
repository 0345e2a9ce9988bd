import CoreDataMapping
import Foundation
import Testing

@Suite("Plan: of several steps")
struct PlanStepTests {
  private static let versions = [
    "Note: text, stars int", "Note: text, stars int, rank int", "Note: text, label!",
    "Note: text, label!\nMark: label, note > Note",
  ]
  private static let rows = "Note 1 text='a' stars=3\nNote 5 text='b'\nNote 9 text='c' stars=1"

  @Test("Each step has its tables and its rows; what is in the way of any of them is named together")
  func chain() throws {
    let scene = try Scene(Self.versions, rows: Self.rows)
    let map = """
      steps:
        - { from: V1, to: V2, entities: [{ name: Note, set: { rank: 'coalesce(stars, 0) * 2' } }] }
        - { from: V2, to: V3, entities: [{ name: Note, set: { label: "'rank ' || rank" } }] }
        - from: V3
          to: V4
          entities:
            - { name: Mark, from: Note, where: "label <> 'rank 0'", connect: { note: objectID } }
      """
    let blocked = try scene.plan(mapping: map, status: 3)
    #expect(blocked.obstacles == ["plan.attribute-dropped Note.stars 2 [1, 9]"])
    #expect(blocked.consents() == ["drop:Note.stars": 2])
    let plan = try scene.plan(mapping: map, "--allow", "drop:Note.stars=2", status: 0)
    for plan in [blocked, plan] {
      #expect(plan.entities == [] && plan.changes == [])
      #expect(
        plan.body["steps"].list.map { step in ["from", "to", "how", "mapping"].map { step[$0].string ?? "-" }
        } == [
          ["V1", "V2", "mapping file", "Map.yaml"], ["V2", "V3", "mapping file", "Map.yaml"],
          ["V3", "V4", "mapping file", "Map.yaml"],
        ])
      #expect(plan.changes(step: 0) == ["Note.stars -> Note.rank 3 by-rule"])
      #expect(plan.changes(step: 1) == ["Note.rank -> Note.label 3 by-rule", "Note.stars -> - 2 dropped"])
      #expect(plan.entities(step: 2) == ["Note -> Mark 2 split", "Note -> Note 3 split"])
      #expect(plan.changes(step: 2) == ["- -> Mark.note 2 by-rule"])
    }
    #expect(plan.consents("given") == ["drop:Note.stars": 2])
    #expect(blocked.text.contains("In the step from V2"))
    #expect(plan.text.contains("\nStep 2, V2 -> V3:\nentity"))
  }

  @Test("Steps by name, obstacles of two of them, and the way around that a direct step has")
  func via() throws {
    let scene = try Scene(
      ["A: a, x, y", "A: b<a, y", "A: c<b"], rows: "A 1 a='x' x='1' y='2'\nA 2 a='y' x='1'")
    let direct = try scene.plan(status: 3)
    #expect(direct.text.contains("-> Keep it with --via V2: renamings lead there"))
    let plan = try scene.plan("--via", "V2", status: 3)
    #expect(plan.obstacles == ["plan.attribute-dropped A.x 2 [1, 2]", "plan.attribute-dropped A.y 1 [1]"])
    #expect(plan.changes(step: 0) == ["A.a -> A.b 2 renamed", "A.x -> - 2 dropped"])
    #expect(plan.changes(step: 1) == ["A.b -> A.c 2 renamed", "A.y -> - 1 dropped"])
    #expect(plan.consents() == ["drop:A.x": 2, "drop:A.y": 1])
    #expect(
      try scene.plan("--via", "V2", "--allow", "drop:A.x", "--allow", "drop:A.y", status: 0).obstacles == [])
  }

  @Test("Rows that become one are a step of their own")
  func merge() throws {
    let scene = try Scene(
      ["Tag: name\nNote: tag > Tag", "Tag: key!, unique(key)\nNote: tag > Tag"],
      rows: "Tag 1 name='a'\nTag 2 name='A'\nTag 3 name='b'\nNote 1 tag=1\nNote 2 tag=2")
    let plan = try scene.plan(
      mapping: """
        steps:
          - entities: [{ name: Tag, set: { key: lower(name) } }]
            merge: [{ entity: Tag, by: [key], keep: objectID }]
        """, status: 0)
    #expect(plan.body["steps"].list.compactMap { $0["how"].string } == ["mapping file", "merge"])
    #expect(plan.entities(step: 1) == ["Note -> Note 2 kept", "Tag -> Tag 2 kept", "Tag -> Tag 1 merged"])
    #expect(plan.changes(step: 0) == ["Tag.name -> Tag.key 3 by-rule"])
    #expect(
      plan.text.contains("\nTag        1  merged: they become one with another row, as Map.yaml says\n"))
  }

  @Test("A step that cannot be made leaves those that follow unseen, and says so")
  func stopped() throws {
    let scene = try Scene(
      ["A: t, n", "A: t!, n", "A: t!, n int"], rows: "A 1 n='1'\nA 2 t='x' n='x'")
    let plan = try scene.plan("--via", "V2", status: 3)
    #expect(plan.obstacles.contains("plan.value-missing A.t 1 [1]"))
    #expect(plan.entities(step: 0) == ["A -> A 2 kept"])
    #expect(plan.text.contains("-> Or say in a mapping file what they get: `defaults: { A.t: SQL }`."))
  }
}
