@testable import JSON
import Reports
import Testing

@Suite struct JSONReaderTests {
  static let accepted: [(String, JSONValue)] = [
    (" null\r\n\t", nil),
    ("[true,false , null]", [true, false, nil]),
    ("[]", []),
    ("{ }", [:]),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775807", .integer(.max)),
    ("-0", 0),
    ("1.0", 1.0),
    ("1e2", 100.0),
    ("-1.5E-3", -0.0015),
    ("0.1", 0.1),
    (#""a\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00é""#, "a\"\\/\u{8}\u{C}\n\r\t\u{e9}😀\u{e9}"),
    (#"{"a":{"b":[1,{"c":"d"}]},"":0}"#, ["a": ["b": [1, ["c": "d"]]], "": 0]),
    (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
  ]

  @Test(arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  static let refused: [(String, JSONSyntaxError.Reason, Int, Int)] = [
    ("", .unexpectedEnd, 1, 1),
    (" \n ", .unexpectedEnd, 2, 2),
    ("nul", .unexpectedCharacter, 1, 1),
    ("'a'", .unexpectedCharacter, 1, 1),
    ("\u{FEFF}1", .unexpectedCharacter, 1, 1),
    ("[1,]", .unexpectedCharacter, 1, 4),
    ("[1 2]", .unexpectedCharacter, 1, 4),
    ("[,]", .unexpectedCharacter, 1, 2),
    ("[1", .unexpectedEnd, 1, 3),
    ("{\"a\":1", .unexpectedEnd, 1, 7),
    ("{\"a\":1,", .unexpectedEnd, 1, 8),
    ("{\"a\" 1}", .unexpectedCharacter, 1, 6),
    ("{\"a\":1,}", .unexpectedCharacter, 1, 8),
    ("{a:1}", .unexpectedCharacter, 1, 2),
    ("{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": 3\n}", .duplicateKey, 4, 3),
    (#"{"a":1,"\u0061":2}"#, .duplicateKey, 1, 8),
    ("{\"\u{e9}\":1,\"e\u{301}\":2}", .duplicateKey, 1, 8),
    ("1 2", .trailingText, 1, 3),
    ("{}\n\n}", .trailingText, 3, 1),
    ("01", .trailingText, 1, 2),
    ("+1", .unexpectedCharacter, 1, 1),
    ("-", .invalidNumber, 1, 1),
    ("[1.]", .invalidNumber, 1, 2),
    (".5", .unexpectedCharacter, 1, 1),
    ("1e", .invalidNumber, 1, 1),
    ("NaN", .unexpectedCharacter, 1, 1),
    ("9223372036854775808", .numberOutOfRange, 1, 1),
    ("[0, 1e999]", .numberOutOfRange, 1, 5),
    ("\"a", .unexpectedEnd, 1, 3),
    ("\"a\nb\"", .controlCharacter, 1, 3),
    ("\"é\u{0}\"", .controlCharacter, 1, 3),
    (#""\x""#, .invalidEscape, 1, 2),
    (#""\u12g4""#, .invalidEscape, 1, 2),
    (#""\u+123""#, .invalidEscape, 1, 2),
    (#""\u12"#, .invalidEscape, 1, 2),
    ("\"\\", .unexpectedEnd, 1, 3),
    (#""\ud800""#, .loneSurrogate, 1, 2),
    (#""\udc00""#, .loneSurrogate, 1, 2),
    (#""\ud800\n""#, .loneSurrogate, 1, 2),
    (#""\ud83d\ud83d""#, .loneSurrogate, 1, 2),
    (#""\ud800\uffff""#, .loneSurrogate, 1, 2),
    (String(repeating: "[", count: 100_000), .tooDeep, 1, 65),
    (String(repeating: "{\"a\":", count: 100_000), .tooDeep, 1, 321),
  ]

  @Test(arguments: refused)
  func refuses(text: String, reason: JSONSyntaxError.Reason, line: Int, column: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func refusesBytesThatAreNotUTF8() {
    for bytes in [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONValue(parsing: [0x5B, 0x0A, 0x22] + bytes + [0x22, 0x5D])
      }
      #expect(error?.description == "line 2, column 2: not UTF-8")
    }
  }

  @Test func depthUpToTheLimitIsRead() throws {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONValue(parsing: Array(text.utf8))
  }

  /// Every document cut short at every byte is an error, never a trap.
  @Test func everyPrefixIsRefused() {
    let text = Array(#"{"a": [1, -2.5e+3, "x\ud83d\ude00\n"], "b": {"c": null, "d": false}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.prefix(length))) }
    }
  }

  /// Whatever one byte becomes, the text is refused or read as something that is written and read the same.
  @Test func everyChangedByteIsRefusedOrRead() throws {
    let text = Array(#"{"a":[1,-2.5e+3,"\ud83d\ude00é"],"b":null}"#.utf8)
    var accepted = 0
    for position in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[position] = byte
        guard let value = try? JSONValue(parsing: changed) else { continue }
        accepted += 1
        #expect(try JSONValue(parsing: Array(value.text.utf8)) == value)
      }
    }
    #expect(accepted > text.count)
  }

  @Test func tablesAreNotEmpty() {
    #expect(Self.accepted.count >= 14)
    #expect(Self.refused.count >= 40)
  }
}
