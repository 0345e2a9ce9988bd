import Foundation
import Testing

/// Every diagnostic that the program can give is declared once, described, and raised by a test.
@Suite("The catalogue of diagnostics")
struct CatalogueTests {
  /// What no input and no fault can raise, and why.
  static let exempt = [
    "import.failed": "The last resort for an error that is none of ours: there is none to raise it with."
  ]

  struct Declaration {
    let name, id, file: String
  }

  /// `static let NAME = DiagnosticID("ID")`, wherever the line breaks are.
  static func declarations() throws -> [Declaration] {
    try swiftFiles("Sources").flatMap { path, text in
      text.matches(of: /static let (\w+)\s*=\s*DiagnosticID\(\s*"([^"]*)"\s*\)/).map {
        Declaration(name: String($0.1), id: String($0.2), file: path)
      }
    }
  }

  /// Path and text of each file below a folder of the repository, comments left out.
  static func swiftFiles(_ folder: String) throws -> [(path: String, text: String)] {
    let root = Places.repository.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    return try names.sorted().filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return ("\(folder)/\(name)", lines.filter { !$0.hasPrefixAfterSpace("//") }.joined(separator: "\n"))
    }
  }

  static func page() throws -> String {
    try String(
      contentsOf: Places.repository.appendingPathComponent("Documentation/Diagnostics.md"), encoding: .utf8)
  }

  @Test("There is a catalogue, and nothing escapes it")
  func isComplete() throws {
    let declarations = try Self.declarations()
    #expect(declarations.count >= 130)
    // Ids are made nowhere else.
    let made = try Self.swiftFiles("Sources").map {
      $0.text.matches(of: /DiagnosticID\(\s*(?:rawValue:\s*)?"/).count
    }
    .reduce(0, +)
    #expect(made == declarations.count)
  }

  @Test("Each is spelled as family.kebab-case and declared once")
  func spelling() throws {
    let declarations = try Self.declarations()
    for declaration in declarations {
      #expect(
        declaration.id.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*/) != nil,
        "\(declaration.id) in \(declaration.file)")
    }
    for (id, places) in Dictionary(grouping: declarations, by: \.id) where places.count > 1 {
      Issue.record("\(id) is declared in \(places.map(\.file))")
    }
  }

  @Test("Each has a section, in its family's, with a severity; and each section has an id")
  func documentation() throws {
    let page = try Self.page()
    let ids = Set(try Self.declarations().map(\.id))
    let list = try #require(page.firstMatch(of: /Families: ([^.]*)\./)).1
    let families = Set(list.matches(of: /`([a-z-]+)`/).map { String($0.1) })
    #expect(families == Set(ids.map { String($0.prefix { $0 != "." }) }))

    var family = ""
    var sections: [String] = []
    for part in page.split(separator: "\n## ").dropFirst() {
      family = String(part.prefix { $0 != "\n" })
      #expect(families.contains(family), "\(family)")
      for section in part.split(separator: "\n### ").dropFirst() {
        let title = section.prefix { $0 != "\n" }
        let id = title.trimmingCharacters(in: ["`"])
        #expect(title == "`\(id)`" && id.hasPrefix(family + "."), "\(title) below \(family)")
        #expect(section.contains("**Severity:**"), "\(id)")
        sections.append(id)
      }
    }
    #expect(sections.count == Set(sections).count, "a section stands twice")
    #expect(ids.subtracting(sections).sorted() == [], "without a section")
    #expect(Set(sections).subtracting(ids).sorted() == [], "a section of nothing")
    #expect(sections.count >= 130)
  }

  @Test("Each is raised by a test")
  func isRaised() throws {
    let declarations = try Self.declarations()
    // What this file says of an id raises nothing.
    let tests = try Self.swiftFiles("Tests").filter { !$0.path.hasSuffix("/CatalogueTests.swift") }
    #expect(tests.count >= 50)
    let words = Set(tests.flatMap { Self.words(in: $0.text) })
    let members = Set(tests.flatMap { $0.text.matches(of: /\.(\w+)/).map { String($0.1) } })
    // A name of two ids is no sign of either.
    let names = Dictionary(grouping: declarations, by: \.name).filter { $0.value.count == 1 }
    for declaration in declarations {
      let isNamed = names[declaration.name] != nil && members.contains(declaration.name)
      let isRaised = isNamed || words.contains(declaration.id)
      let isExempt = Self.exempt[declaration.id] != nil
      #expect(
        isRaised != isExempt, "\(declaration.id): \(isExempt ? "raised, so no exception" : "by no test")")
    }
    #expect(Set(Self.exempt.keys).isSubset(of: declarations.map(\.id)))
    #expect(Self.exempt.count <= 1, "an exception needs a reason better than that of any test")
  }

  /// Everything that could be an id: ids stand in lines of reports too, `warning source.z-max-low Book [34]`.
  static func words(in text: String) -> Set<String> {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")) }
    return Set(words.filter { $0.contains(".") }.map(String.init))
  }

  @Test("An id within a longer word is not that id")
  func words() {
    #expect(
      Self.words(in: #"x == ["error plan.not-unique Tag.name [1]"]"#) == ["plan.not-unique", "Tag.name"])
    #expect(Self.words(in: "a value.not-unique-at-all, b") == ["value.not-unique-at-all"])
  }
}

extension Substring {
  fileprivate func hasPrefixAfterSpace(_ prefix: String) -> Bool {
    drop { $0 == " " }.hasPrefix(prefix)
  }
}
