@testable import CoreDataMapping
import Diagnostics
import Testing

@Suite("Faults in the form of mapping files")
struct MappingFileFaultTests {
  @Test(
    "Each is found, with its line, column and keys",
    arguments: [
      ("a: [", ["mapping.syntax 2:1"]),
      ("", ["mapping.syntax 1:1"]),
      ("a: \u{1}", ["mapping.syntax 1:4"]),
      ("version: &v 1", ["mapping.unsupported-yaml 1:10"]),
      ("a: 1\n---\nb: 2", ["mapping.unsupported-yaml 2:1"]),
      ("version: 1\nsteps: " + String(repeating: "[", count: 40), ["mapping.too-large 2:39"]),
      ("version: 1\nversion: 1", ["mapping.duplicate-key 2:1"]),
      ("- a", ["mapping.wrong-kind 1:1"]),
      ("{}", ["mapping.missing-key 1:1", "mapping.missing-key 1:1"]),
      ("version: 2\nstepz: []", ["mapping.version 1:10 version"]),
      ("version:\nsteps: {}", ["mapping.wrong-kind 1:9 version", "mapping.wrong-kind 2:8 steps"]),
      ("version: 1\nsteps: []", ["mapping.empty 2:8 steps"]),
      (
        "version: 1\nsteps: [1, [], {}]",
        [
          "mapping.wrong-kind 2:9 steps[0]", "mapping.wrong-kind 2:12 steps[1]",
        ]
      ),
      (
        "version: 1\nstep: []\nsteps:\n - entitys: []\n   name: x\n   entities: []",
        [
          "mapping.unknown-key 2:1 step", "mapping.unknown-key 4:4 steps[0].entitys",
          "mapping.unknown-key 5:4 steps[0].name", "mapping.empty 6:14 steps[0].entities",
        ]
      ),
      (
        "version: 1\nsteps:\n - from: A\n - {from: A, to: ' '}\n - {from: B, to: C}\n - {from: D, to: C}",
        [
          "mapping.missing-key 3:4 steps[0]", "mapping.missing-key 4:4 steps[1]",
          "mapping.repeated 4:11 steps[1].from",
          "mapping.empty 4:18 steps[1].to", "mapping.repeated 6:18 steps[3].to",
        ]
      ),
    ] as [(String, [String])])
  func file(_ text: String, _ expected: [String]) {
    #expect(MappingText.places(MappingText.faults(text)) == expected)
  }

  @Test(
    "Within a step",
    arguments: [
      ("entities: [{}]", ["mapping.missing-key 4:16 steps[0].entities[0]"]),
      ("entities: [{name: ''}]", ["mapping.empty 4:23 steps[0].entities[0].name"]),
      (
        "entities: [{name: A, from: [], where: , set: , values: {}, connect: []}]",
        [
          "mapping.empty 4:32 steps[0].entities[0].from",
          "mapping.wrong-kind 4:43 steps[0].entities[0].where",
          "mapping.wrong-kind 4:50 steps[0].entities[0].set",
          "mapping.empty 4:60 steps[0].entities[0].values",
          "mapping.wrong-kind 4:73 steps[0].entities[0].connect",
        ]
      ),
      (
        "entities: [{name: A, from: {a: b}, set: {a: [], '': x, b: ' '}}]",
        [
          "mapping.wrong-kind 4:32 steps[0].entities[0].from",
          "mapping.wrong-kind 4:49 steps[0].entities[0].set.a",
          "mapping.empty 4:53 steps[0].entities[0].set.", "mapping.empty 4:63 steps[0].entities[0].set.b",
        ]
      ),
      (
        "entities:\n- name: A\n  from: [B, '', B]\n  on-invalid: rejekt",
        [
          "mapping.empty 6:17 steps[0].entities[0].from[1]",
          "mapping.repeated 6:21 steps[0].entities[0].from[2]",
          "mapping.wrong-value 7:19 steps[0].entities[0].on-invalid",
        ]
      ),
      (
        "entities:\n- name: A\n  values:\n    a: {form: x, map: {1: }}\n    b: {from: '', map: {}, default: []}\n    c: x",
        [
          "mapping.missing-key 7:12 steps[0].entities[0].values.a",
          "mapping.unknown-key 7:13 steps[0].entities[0].values.a.form",
          "mapping.wrong-kind 7:31 steps[0].entities[0].values.a.map",
          "mapping.empty 8:19 steps[0].entities[0].values.b.from",
          "mapping.empty 8:28 steps[0].entities[0].values.b.map",
          "mapping.wrong-kind 8:41 steps[0].entities[0].values.b.default",
          "mapping.wrong-kind 9:12 steps[0].entities[0].values.c",
        ]
      ),
      (
        "drop: [A., A.b, A.b, [], '']",
        [
          "mapping.wrong-value 4:12 steps[0].drop[0]", "mapping.repeated 4:21 steps[0].drop[2]",
          "mapping.wrong-kind 4:26 steps[0].drop[3]", "mapping.empty 4:30 steps[0].drop[4]",
        ]
      ),
      ("drop: A", ["mapping.wrong-kind 4:11 steps[0].drop"]),
      (
        "merge:\n- {}\n- {entity: A, by: [], keep: a DOWN}\n- {entity: A, by: [b, b], keep: 'a,,b'}\n- {entity: A, by: b, keep: a b c}",
        [
          "mapping.missing-key 5:7 steps[0].merge[0]", "mapping.missing-key 5:7 steps[0].merge[0]",
          "mapping.missing-key 5:7 steps[0].merge[0]", "mapping.empty 6:23 steps[0].merge[1].by",
          "mapping.wrong-value 6:33 steps[0].merge[1].keep", "mapping.repeated 7:27 steps[0].merge[2].by[1]",
          "mapping.wrong-value 7:37 steps[0].merge[2].keep", "mapping.wrong-kind 8:23 steps[0].merge[3].by",
          "mapping.wrong-value 8:32 steps[0].merge[3].keep",
        ]
      ),
      (
        "defaults: {A: x, A.b: '', A.c: {}}",
        [
          "mapping.wrong-value 4:16 steps[0].defaults.A", "mapping.empty 4:27 steps[0].defaults.A.b",
          "mapping.wrong-kind 4:36 steps[0].defaults.A.c",
        ]
      ),
    ] as [(String, [String])])
  func step(_ lines: String, _ expected: [String]) {
    #expect(MappingText.places(MappingText.faults(MappingText.step(lines))) == expected)
  }

  @Test("In assertions")
  func assertions() {
    let faults = MappingText.faults(
      """
      version: 1
      steps: [{}]
      assert:
        - {name: a, on: both, query: q}
        - {name: a, on: sauce, query: q, expect: }
        - {name: b, on: source, query: q}
        - {nam: b}
      """)
    #expect(
      MappingText.places(faults) == [
        "mapping.wrong-value 5:19 assert[1].on", "mapping.wrong-kind 5:44 assert[1].expect",
        "mapping.missing-key 6:5 assert[2]", "mapping.missing-key 7:5 assert[3]",
        "mapping.missing-key 7:5 assert[3]", "mapping.missing-key 7:5 assert[3]",
        "mapping.missing-key 7:5 assert[3]", "mapping.unknown-key 7:6 assert[3].nam",
      ])
  }

  @Test("A name twice among assertions")
  func repeatedAssertion() {
    let item = "  - {name: a, on: both, query: q}\n"
    let faults = MappingText.faults("version: 1\nsteps: [{}]\nassert:\n" + item + item)
    #expect(MappingText.places(faults) == ["mapping.repeated 5:12 assert[1].name"])
  }

  @Test("What was meant is said where it can be told")
  func suggestions() throws {
    let faults = MappingText.faults(
      "version: 1\nsteps:\n  - entites: []\n    set: {}\n    zzz: 1\n    entities: [{name: A, on-invalid: rejct}]"
    )
    #expect(
      faults.map(\.recovery.first) == [
        "Did you mean `entities`?", "It is a key of an item of `entities`.",
        "The keys here are `from`, `to`, `entities`, `drop`, `merge`, `defaults`.", "Did you mean `reject`?",
      ])
    #expect(
      faults.first?.summary
        == "Brew.yaml, line 3, column 5, steps[0].entites: `entites` is no key of a step, an item of `steps`."
    )
    #expect(faults.allSatisfy { $0.severity == .error })
  }

  @Test("However many there are, all are listed, in time")
  func many() {
    let duration = ContinuousClock().measure {
      let keys = (0..<20_000).map { "stepz\($0): 1\n" }.joined()
      #expect(MappingText.faults("version: 1\nsteps: [{}]\n" + keys).count == 20_000)
      let names = (0..<5_000).map { "Book\($0)." }.joined(separator: ", ")
      #expect(MappingText.faults(MappingText.step("drop: [\(names)]")).count == 5_000)
    }
    #expect(duration < .seconds(20))
  }

  @Test("Messages hold neither values of a table nor control characters, and stay short")
  func discretion() {
    let canary = "CANARY-7f3a"
    let faults = MappingText.faults(
      MappingText.step(
        """
        entities:
        - name: A
          set: {a: [\(canary)]}
          values: {a: {from: [\(canary)], map: {\(canary): [\(canary)], x: {\(canary): 1}}}}
        "\\e[31m\(String(repeating: "x", count: 900))": 1
        """))
    #expect(faults.count == 5)
    for fault in faults {
      #expect(!fault.summary.contains(canary) && !fault.summary.contains("\u{1B}"))
      #expect(fault.summary.count < 400)
    }
  }
}
