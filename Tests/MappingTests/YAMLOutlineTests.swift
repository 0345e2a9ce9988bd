import Testing
import YAML

@Suite("Writing YAML")
struct YAMLOutlineTests {
  @Test(
    "A text is written plain where it can be, else in quotes",
    arguments: [
      ("a", "a"), ("Brew 1", "Brew 1"), ("coalesce(a, '')", "coalesce(a, '')"), ("(SELECT 1)", "(SELECT 1)"),
      ("", "''"), (" a", "' a'"), ("a ", "'a '"), ("'a'", "'''a'''"), ("a: b", "'a: b'"), ("a #b", "'a #b'"),
      ("- a", "'- a'"), ("*a", "'*a'"), ("\"a\"", "'\"a\"'"), ("größe", "größe"),
      ("'\u{301}a", "'''\u{301}a'"),
      ("\"\n", "\"\\\"\\n\""), ("a\tb\\", "\"a\\tb\\\\\""),
      ("\u{1}\u{85}\u{FEFF}", "\"\\u0001\\u0085\\uFEFF\""),
    ])
  func scalars(_ text: String, _ expected: String) throws {
    // By scalars: to Swift a quote and the accent behind it are one character.
    #expect(Array(YAMLScalarText.text(text).unicodeScalars) == Array(expected.unicodeScalars))
    let outline = YAMLOutline.mapping([
      (text, .init(.sequence([.init(.scalar(text)), .init(.mapping([("k", .init(.scalar(text)))]))])))
    ])
    let root = try YAMLDocument(parsing: Array(outline.text().utf8)).root
    guard case .mapping(let entries) = root.content,
      case .sequence(let items)? = entries.first?.value.content,
      case .mapping(let inner)? = items.last?.content
    else {
      Issue.record("another tree")
      return
    }
    #expect(Array((entries.first?.key ?? "-").unicodeScalars) == Array(text.unicodeScalars))
    #expect(items.first?.content == .scalar(text))
    #expect(inner.first?.value.content == .scalar(text))
  }

  @Test("A comment stays one, whatever is in it")
  func comments() throws {
    let notes = ["a: b\n- c", "\u{2028}d\u{85}e\u{0}", ""]
    let item = YAMLOutline.Item(.mapping([("k", .init(.scalar("v"), notes: notes))]), notes: notes)
    let text = YAMLOutline.sequence([item]).text(header: notes)
    #expect(text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("  #") } == ["- k: v"])
    let root = try YAMLDocument(parsing: Array(text.utf8)).root
    guard case .sequence(let items) = root.content else {
      Issue.record("no list")
      return
    }
    #expect(items.count == 1)
  }
}
