import Foundation
import Testing
import XMLTree

/// What continuous integration reads, and what was accepted before.
@Suite("rehearse: outputs and baseline")
struct RehearseOutputTests {
  @Test("JUnit XML: one suite, a case for each store, counts that agree")
  func junit() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite", as: "a & <b>, \"c\"\u{1}.sqlite")
    try scene.bring("library-damaged.sqlite")
    let result = try scene.rehearse(
      scene.input(""), scene.input("no*thing"), "--junit", scene.output("junit.xml"))
    #expect(result.status == 1)
    let root = try XMLDocument(parsing: scene.scratch.bytes("out/junit.xml")).root
    #expect(root.name == "testsuites")
    let suite = try #require(root.children.first)
    #expect(root.children.count == 1 && suite.name == "testsuite")
    for element in [root, suite] {
      #expect(
        element.attribute("tests") == "3" && element.attribute("failures") == "2"
          && element.attribute("errors") == "0")
      #expect(element.attribute("time")?.wholeMatch(of: /\d+\.\d\d/) != nil)
    }
    let cases = suite.children
    #expect(
      cases.allSatisfy {
        $0.name == "testcase" && $0.attribute("classname") == "rehearse" && $0.attribute("time") != nil
      })
    #expect(
      cases.map { $0.attribute("name") } == [
        "a & <b>, \"c\"\\u{1}.sqlite", "library-damaged.sqlite", scene.input("no*thing"),
      ])
    #expect(cases.map { $0.children.map(\.name) } == [[], ["failure"], ["failure"]])
    let failure = try #require(cases[1].children.first)
    #expect(failure.attribute("type") == "damaged" && failure.attribute("message") == "damaged")
    #expect(failure.text.contains("error[store.damaged]: The store is damaged"))
  }

  @Test("GitHub annotations: escaped, one for each store that is not clean, and a sum")
  func github() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite")
    try scene.bring("library-damaged.sqlite", as: "100%: a,b.sqlite")
    let run = try scene.said([scene.input(""), "--github"] + RehearsalScene.route)
    let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("::") }.map(String.init)
    #expect(run.status == 1 && commands.count == 2)
    let path = scene.input("100%25%3A a%2Cb.sqlite")
    #expect(
      commands.first?.hasPrefix(
        "::error file=\(path),title=100%25%3A a%2Cb.sqlite::damaged%0Aerror[store.damaged]: The store")
        ?? false)
    #expect(commands.last == "::notice title=Rehearsal::1 migrated, 1 damaged")
  }

  @Test("A baseline is accepted, then equal, then something differs, then it is accepted again")
  func baseline() throws {
    let scene = try RehearsalScene()
    try scene.bring("library-1.sqlite", as: "old/App.sqlite")
    try scene.bring("library-2.sqlite", as: "App.sqlite")
    let kept = ["--baseline", scene.output("accepted")]
    func rehearse(_ words: String...) throws -> RehearsalScene.Result {
      let run = try scene.said([scene.input("")] + kept + words + RehearsalScene.route + ["--json"])
      let report = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
      return .init(run: run, report: report, body: "")
    }
    func states(_ result: RehearsalScene.Result) -> [String?] {
      result.stores.map { $0["baseline"]["state"].string }
    }
    try scene.scratch.makeFolder("out/accepted")
    let first = try rehearse()
    #expect(first.status == 1 && states(first) == ["new", "new"])
    #expect(try scene.scratch.contents("out/accepted").isEmpty)

    let accepted = try rehearse("--accept")
    #expect(accepted.status == 0 && states(accepted) == ["accepted", "accepted"])
    let names = ["App.sqlite.report.json", "old%2FApp.sqlite.report.json"]
    #expect(try scene.scratch.contents("out/accepted") == names)
    let before = try scene.scratch.stamps("out/accepted")
    let equal = try rehearse("--accept")
    #expect(equal.status == 0 && states(equal) == ["equal", "equal"])
    #expect(try scene.scratch.stamps("out/accepted") == before)

    // What was accepted can be compared and shown like any report.
    let changed = try scene.scratch.text("out/accepted/" + names[1])
      .replacing("\"migrated\": 7", with: "\"migrated\": 6")
    try scene.scratch.write(changed, to: "out/accepted/" + names[1])
    try scene.scratch.write("{}", to: "out/accepted/" + names[0])
    try scene.scratch.write(changed, to: "out/accepted/gone%20away.sqlite.report.json")
    let shown = try Program.run(["report", scene.output("accepted/" + names[1])])
    #expect(shown.status == 0)

    let different = try rehearse()
    #expect(different.status == 1 && states(different) == ["unreadable", "differs"])
    let differences = different["old/App.sqlite"]["baseline"]["differences"].list
    #expect(
      !differences.isEmpty && differences.allSatisfy { $0["old"].integer == 6 && $0["new"].integer == 7 })
    #expect(different.report["body"]["vanished"].list.map(\.string) == ["gone away.sqlite"])
    let text = try scene.said([scene.input("")] + kept + RehearsalScene.route)
    #expect(text.status == 1 && text.output.contains("Accepted, and not there now:\n  gone away.sqlite\n"))
    #expect(text.output.contains("migrated: 6 -> 7"))

    // What is no report of ours is not replaced, and no report is thrown away.
    let again = try rehearse("--accept")
    #expect(again.status == 1 && states(again) == ["unreadable", "accepted"])
    #expect(try scene.scratch.text("out/accepted/" + names[0]) == "{}")
    #expect(scene.scratch.exists("out/accepted/gone%20away.sqlite.report.json"))
  }
}
