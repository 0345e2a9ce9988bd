import Testing
import YAML

@Suite("YAML as a tree with places")
struct YAMLDocumentTests {
  private func parse(_ text: String, _ limits: YAMLLimits = YAMLLimits()) throws -> YAMLNode {
    try YAMLDocument(parsing: Array(text.utf8), limits: limits).root
  }

  /// The tree in one line, each node and key with its place.
  private func outline(_ node: YAMLNode) -> String {
    let text =
      switch node.content {
      case .nothing: "-"
      case .scalar(let text): "'\(text)'"
      case .sequence(let nodes): "[\(nodes.map(outline).joined(separator: " "))]"
      case .mapping(let entries):
        "{"
          + entries.map { "\($0.key)@\($0.mark.line):\($0.mark.column) \(outline($0.value))" }
          .joined(separator: " ") + "}"
      }
    return "\(text)@\(node.mark.line):\(node.mark.column)"
  }

  @Test("Every node and key has its line and column")
  func places() throws {
    let root = try parse(
      """
      # a comment
      b: 1
      a:
        - x y
        -   {k: "v", l: [m, 'n''o']}
      c:
      d: |
        two
        lines
      """)
    #expect(
      outline(root)
        == "{b@2:1 '1'@2:4 a@3:1 ['x y'@4:5 {k@5:8 'v'@5:11 l@5:16 ['m'@5:20 'n'o'@5:23]@5:19}@5:7]@4:3 "
        + "c@6:1 -@6:3 d@7:1 'two\nlines'@7:4}@2:1")
  }

  @Test(
    "Scalars are text, whatever they look like",
    arguments: ["1", "1.50", "0x1F", "yes", "null", "~", "2024-01-01", "true", ".inf", "<<"])
  func scalars(_ text: String) throws {
    #expect(try parse(text).content == .scalar(text))
  }

  @Test("JSON is read, as programs write it")
  func json() throws {
    let root = try parse(
      "{\n\t\"a\":1,\"b\" : [true, null, -1.5e3, \"\\u00e4\\/\\\"\\n\"],\r\n\t\"c\": {}, \"d\": [], \"\": \"\"}"
    )
    #expect(
      outline(root)
        == "{a@2:2 '1'@2:6 b@2:8 ['true'@2:15 'null'@2:21 '-1.5e3'@2:27 'ä/\"\n'@2:35]@2:14 c@3:2 {}@3:7 "
        + "d@3:11 []@3:16 @3:20 ''@3:24}@1:1")
  }

  @Test("An empty text is not the same as nothing")
  func nothing() throws {
    #expect(outline(try parse("a:\nb: ''\nc: \"\"")) == "{a@1:1 -@1:3 b@2:1 ''@2:4 c@3:1 ''@3:4}@1:1")
  }

  @Test("A byte order mark and line ends of Windows move no place")
  func bytesBefore() throws {
    let expected = "{a@1:1 '1'@1:4 b@2:1 ['ä€𝄞'@2:5 'x'@2:10]@2:4}@1:1"
    for text in ["a: 1\nb: [ä€𝄞, x]\n", "\u{FEFF}a: 1\r\nb: [ä€𝄞, x]\r\n", "a: 1\rb: [ä€𝄞, x]"] {
      #expect(outline(try parse(text)) == expected)
    }
  }

  @Test("Keys that Unicode calls equal, but not their bytes, are two")
  func canonicalKeys() throws {
    let root = try parse("\u{E9}: 1\ne\u{301}: 2")
    guard case .mapping(let entries) = root.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map { $0.key.unicodeScalars.count } == [1, 2])
  }

  @Test(
    "What is refused, and where",
    arguments: [
      ("", .empty, 1, 1),
      ("# nothing\n", .empty, 1, 1),
      (
        "a: 1\nb: 2\n a: 3",
        .malformed(problem: "mapping values are not allowed in this context", context: nil), 3, 3
      ),
      (
        "a: [1, 2\nb: 3",
        .malformed(problem: "did not find expected ',' or ']'", context: "while parsing a flow sequence"), 2,
        2
      ),
      (
        "a: 'x",
        .malformed(problem: "found unexpected end of stream", context: "while scanning a quoted scalar"), 1, 6
      ),
      (
        "a:\n\t- b",
        .malformed(
          problem: "found character that cannot start any token", context: "while scanning for the next token"
        ), 2, 1
      ),
      ("a: 1\nb:\n  c: 2\n  d: 3\n  c: 4", .duplicateKey(earlier: YAMLMark(line: 3, column: 3)), 5, 3),
      ("{a: 1, \"a\": 2}", .duplicateKey(earlier: YAMLMark(line: 1, column: 2)), 1, 8),
      ("a: &x 1", .anchor, 1, 4),
      ("- &x [1]", .anchor, 1, 3),
      ("- &x {a: 1}", .anchor, 1, 3),
      ("- *x", .alias, 1, 3),
      ("a:\n  <<: *x", .alias, 2, 7),
      ("a: !!str 1", .tag, 1, 4),
      ("a: !!python/object:os.system [x]", .tag, 1, 4),
      ("a: !x {b: 1}", .tag, 1, 4),
      ("%TAG !e! tag:example.com,2000:\n---\na: 1", .tag, 1, 1),
      ("a: 1\n---\nb: 2", .severalDocuments, 2, 1),
      ("? [a, b]\n: c", .keyNotScalar, 1, 3),
      ("{{a: 1}: 2}", .keyNotScalar, 1, 2),
      ("a: 1\nb: x\u{0}y", .controlCharacter, 2, 5),
      ("a: 1\r\n\u{1B}[31m", .controlCharacter, 2, 1),
      ("a: x\u{FEFF}", .controlCharacter, 1, 5),
      ("a: \"x\\0y\"", .controlCharacter, 1, 4),
      ("{\"a\": \"\\u0000\"}", .controlCharacter, 1, 7),
      (
        "{\"a\"\n: 1}",
        .malformed(problem: "did not find expected ',' or '}'", context: "while parsing a flow mapping"), 2, 1
      ),
      (
        "a: \"\\ud83d\\ude00\"",
        .malformed(
          problem: "found invalid Unicode character escape code", context: "while parsing a quoted scalar"),
        1, 7
      ),
    ] as [(String, YAMLError.Reason, Int, Int)])
  func refused(_ text: String, _ reason: YAMLError.Reason, _ line: Int, _ column: Int) {
    let error = #expect(throws: YAMLError.self) { try parse(text) }
    #expect(error?.reason == reason)
    #expect(error?.mark == YAMLMark(line: line, column: column))
  }

  @Test(
    "What is not UTF-8 is refused where it begins",
    arguments: [
      ([0x61, 0x3A, 0x20, 0xC3, 0xA4, 0xFF], 1, 5),
      ([0x61, 0x0A, 0xC0, 0x80], 2, 1),
      ([0x61, 0x0D, 0x0A, 0x62, 0xED, 0xA0, 0x80], 2, 2),
      (Array("\u{FEFF}a".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, 1, 1),
      (Array("\u{FEFF}a".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, 1, 1),
      ([0x61, 0xE2, 0x82], 1, 2),
    ] as [([UInt8], Int, Int)])
  func notUTF8(_ bytes: [UInt8], _ line: Int, _ column: Int) {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument(parsing: bytes) }
    #expect(error == YAMLError(.notUTF8, at: YAMLMark(line: line, column: column)))
  }
}
