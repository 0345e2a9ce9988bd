import Diagnostics
import JSON
import Testing

@testable import Reports

@Suite("A report as HTML")
struct ReportPageTests {
  private static var full: ImportReport {
    var report = sampleReport()
    report.body.models = sampleModels()
    report.body.checks = CheckSummary.State.allCases.map {
      CheckSummary(
        check: "kind-of-\($0.rawValue)", state: $0, reason: $0 == .notChecked ? "There is none." : nil)
    }
    report.body.attributes[0].entity = "Publication"
    report.body.steps = [
      StepSummary(from: "Library 1", to: "Library 2", how: .mapping, mapping: "books.yaml")
    ]
    return report
  }

  private static var bare: [ImportReport] {
    Outcome.allCases.map { ImportReport(body: ReportBody(outcome: $0)) } + [sampleReport()]
  }

  private static var pages: [String] {
    var other = full
    other.body.consents = []
    other.body.findings.removeFirst()
    let diff = ReportDiff(
      old: full.body, new: other.body, waivers: [Waiver(id: "plan.dropped"), Waiver(id: "a.b")])
    let names = (old: "old.json", new: "new.json")
    let equal = ReportDiff(old: full.body, new: full.body)
    return ([full] + bare).map { ReportPage($0).html() }
      + [DiffPage(diff, names: names).html(), DiffPage(equal, names: names).html()]
  }

  @Test("Every page is well formed, and everything in it is named and labelled")
  func structure() throws {
    let pages = Self.pages
    #expect(pages.count >= 10)
    for text in pages {
      let page = try HTMLStructure(text)
      let ids = page.elements.compactMap { $0.attributes["id"] }
      #expect(ids.count == Set(ids).count)
      for link in page.elements.compactMap({ $0.attributes["href"] }) {
        #expect(link.hasPrefix("#") && ids.contains(String(link.dropFirst())), "\(link)")
      }
      for label in page.elements.compactMap({ $0.attributes["aria-labelledby"] }).flatMap({
        $0.split(separator: " ")
      }) {
        #expect(ids.contains(String(label)), "\(label)")
      }
      #expect(page.all("html").first?.attributes["lang"] == "en")
      #expect(page.all("title").first?.text.isEmpty == false)
      for name in ["h1", "main", "header", "footer"] { #expect(page.all(name).count == 1, "\(name)") }
      #expect(page.all("th").allSatisfy { ["col", "row"].contains($0.attributes["scope"]) })
      #expect(page.all("table").count == page.all("caption").count)
      for region in page.elements where region.attributes["tabindex"] != nil {
        #expect(region.attributes["role"] == "region" && region.attributes["aria-label"]?.isEmpty == false)
      }
      for picture in page.all("svg") { #expect(picture.attributes["role"] == "img") }
      #expect(
        page.all("input").allSatisfy { input in
          page.all("label").contains { $0.attributes["for"] == input.attributes["id"] }
            || input.path.last == "label"
        })
    }
  }

  @Test(
    "Nothing is fetched: no address, no source, and a policy that names the page's own style and script alone"
  )
  func isWhole() throws {
    for text in Self.pages {
      let page = try HTMLStructure(text)
      let policy = try #require(
        page.all("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?.attributes[
          "content"])
      #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
      #expect(!policy.contains("unsafe") && !policy.contains("http"))
      for element in page.elements {
        for name in ["src", "srcset", "style", "action", "data", "xlink:href", "ping", "poster"] {
          #expect(element.attributes[name] == nil, "\(element.name) \(name)")
        }
        #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
        #expect(!["link", "img", "iframe", "object", "base", "use", "image"].contains(element.name))
      }
      let addresses = text.matches(of: /[a-z]+:\/\/[^"\s]*/).map { String($0.0) }
      #expect(Set(addresses).isSubset(of: ["http://www.w3.org/2000/svg"]))
      for style in page.all("style") {
        #expect(!style.text.contains("url(") && !style.text.contains("@import"))
      }
    }
  }

  @Test("Names that somebody made up to break a page are text, and steer nobody")
  func hostileNames() throws {
    let name = "A<script>alert(1)</script>\"'&amp;<!--</style>\u{2028}\u{202E}]]>"
    func hostile(_ text: String) throws -> ImportReport {
      let value = try JSONValue(parsing: Array(text.utf8))
      return try ImportReport(parsing: Array(Self.renamed(value, "Book", to: name).text.utf8))
    }
    let report = try hostile(Self.full.json())
    let clean = try HTMLStructure(ReportPage(Self.full).html())
    let diff = DiffPage(ReportDiff(old: Self.full.body, new: report.body), names: (old: name, new: name))
      .html()
    for text in [ReportPage(report).html(), diff] {
      let page = try HTMLStructure(text)
      let shown = name.replacing("\u{2028}", with: "\\u{2028}").replacing("\u{202E}", with: "\\u{202E}")
      #expect(page.words.contains(shown))
      #expect(page.all("script").count == 1 && page.all("style").count == 1)
      #expect(page.all("script").map(\.text) == clean.all("script").map(\.text))
      #expect(!text.contains("\u{2028}") && !text.contains("\u{202E}") && !text.contains("<!--"))
    }
    // A longer name leaves less room for what stands beside it in a box; else not an element more or less.
    func names(_ page: HTMLStructure) -> [String: Int] {
      Dictionary(grouping: page.elements.map(\.name).filter { $0 != "tspan" }, by: { $0 }).mapValues(\.count)
    }
    #expect(try names(HTMLStructure(ReportPage(report).html())) == names(clean))
  }

  private static func renamed(_ value: JSONValue, _ old: String, to new: String) -> JSONValue {
    switch value {
    case .string(old): .string(new)
    case .array(let elements): .array(elements.map { renamed($0, old, to: new) })
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map {
            ($0.key == old ? new : $0.key, renamed($0.value, old, to: new))
          }))
    default: value
    }
  }

  @Test("The same report gives the same bytes, whatever order its parts are in")
  func bytes() {
    var other = Self.full
    other.body.findings.reverse()
    other.body.entities.reverse()
    other.body.models?.source.reverse()
    other.body.models?.became.reverse()
    #expect(ReportPage(other).html() == ReportPage(Self.full).html())
  }

  @Test("Every fact is there without a script: counts, findings, keys, what became of what")
  func content() throws {
    let page = try HTMLStructure(ReportPage(Self.full).html())
    let words = page.words
    for fact in [
      "12,007", "Book → Publication", "source.dangling-link", "Links lead to no row.", "13 old keys",
      "101  102", "Digest of the values", "sha256:00ff", "drop:Tag", "books.yaml", "Library.sqlite", "1.50",
      "11,977 of 11,990 links connected, 13 dangling", "2 NULLs", "code", "works",
    ] {
      #expect(words.contains(fact), "\(fact)")
    }
    // What a change is stands as a word beside its colour, in the picture and in the tables.
    for change in ["renamed", "dropped", "converted", "new"] {
      #expect(
        page.all("tspan").contains { $0.text.hasSuffix(change) }
          || page.all("text").contains { $0.text.hasSuffix(change) })
      #expect(page.all("span").contains { $0.attributes["class"] == "tag \(change)" })
    }
    let hidden = page.elements.filter { $0.attributes["hidden"] != nil }
    #expect(hidden.map(\.name) == ["form"])
  }

  @Test("Findings that say the same of many things are told once, and the long tail is folded away")
  func groups() throws {
    var report = ImportReport(body: ReportBody(outcome: .migratedWithFindings))
    report.body.add(
      (0..<40).map {
        Diagnostic(
          DiagnosticID("a.b"), .warning, Subject(entity: "E", property: "p\($0)"), count: 1,
          summary: "Said once.",
          recovery: ["Do this."])
      })
    let page = try HTMLStructure(ReportPage(report).html())
    #expect(page.elements.count { $0.text.contains("Said once.") } == 1)
    let findings = page.elements.filter { $0.attributes["data-severity"] != nil }
    #expect(findings.count == 40)
    #expect(findings.count { $0.path.contains("details") } == 32)
    #expect(page.all("summary").contains { $0.text.contains("32 more") })
  }

  @Test("A large model stays usable: what is kept is told of in one line")
  func largeModel() throws {
    let names = (0..<400).map { "Entity\($0)" }
    func entities(_ extra: Int) -> [ReportedEntity] {
      names.map { name in
        ReportedEntity(
          name: name,
          attributes: (0..<(name == "Entity7" ? 8 + extra : 8)).map {
            ReportedAttribute(name: "value\($0)", type: "String", isOptional: true)
          })
      }
    }
    var report = Self.full
    report.body.models = ReportedModels(
      source: entities(0), destination: entities(1),
      became: names.map { ReportedChange(.kept, source: .init($0), destination: .init($0)) }
        + [ReportedChange(.new, source: nil, destination: .init("Entity7", "value8"))])
    let page = try HTMLStructure(ReportPage(report).html())
    let picture = try #require(page.all("svg").first)
    #expect(Int(picture.attributes["height"] ?? "") ?? .max < 400)
    #expect(page.words.contains("399 entities that are kept as they are, and not in the picture"))
    #expect(page.all("details").count { $0.attributes["id"]?.hasPrefix("entity-") ?? false } >= 400)
  }
}
