@testable import JSON
import Reports
import Testing

@Suite struct JSONWriterTests {
  @Test func canonicalText() {
    let value: JSONValue = [
      "b": [1, 2.5, nil, true], "a": [:], "é": [], "Z": "x/y", "~": ["n": ["k": "v"]],
    ]
    #expect(
      value.text == """
        {
          "Z": "x/y",
          "a": {},
          "b": [
            1,
            2.5,
            null,
            true
          ],
          "~": {
            "n": {
              "k": "v"
            }
          },
          "é": []
        }

        """)
    #expect(value.line == #"{"Z":"x/y","a":{},"b":[1,2.5,null,true],"~":{"n":{"k":"v"}},"é":[]}"#)
  }

  /// By UTF-8 bytes U+FF21 comes before U+1D400; by UTF-16 units it would come after it.
  @Test func keysAreInByteOrder() {
    let value: JSONValue = ["\u{1D400}": 1, "\u{FF21}": 2, "B": 3, "a": 4]
    #expect(value.line == "{\"B\":3,\"a\":4,\"\u{FF21}\":2,\"\u{1D400}\":1}")
  }

  static let strings: [(String, String)] = [
    ("a\"b\\c/d", #""a\"b\\c/d""#),
    ("\u{0}\u{8}\u{C}\u{1B}\u{1F}\u{7F}\n\r\t", #""\u0000\u0008\u000c\u001b\u001f\u007f\n\r\t""#),
    ("\u{2028}é😀", "\"\u{2028}é😀\""),
    // Half of a surrogate pair cannot be in a string: decoding has replaced it.
    (String(decoding: [0x61, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self), "\"a\u{FFFD}\u{FFFD}\u{FFFD}\""),
    ("e\u{301}", "\"e\u{301}\""),
  ]

  @Test(arguments: strings)
  func writesString(string: String, text: String) throws {
    #expect(JSONValue.string(string).line.utf8.elementsEqual(text.utf8))
    #expect(try JSONValue(parsing: Array(text.utf8)) == .string(string))
  }

  static let numbers: [(JSONValue, String)] = [
    (.integer(.min), "-9223372036854775808"), (0.1, "0.1"), (100.0, "100.0"), (1e16, "1e+16"),
    (.real(-0.0), "-0.0"), (.real(.leastNonzeroMagnitude), "5e-324"),
    (.real(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
  ]

  @Test(arguments: numbers)
  func writesNumber(value: JSONValue, text: String) throws {
    #expect(value.line == text)
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatJSONLacksAreNull(value: Double) {
    #expect(JSONValue.real(value).line == "null")
  }

  @Test func equalityIsOfBytes() {
    #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
    #expect(["\u{e9}": 1] as JSONValue != ["e\u{301}": 1])
    #expect(["a": 1] as JSONValue == ["a": 1])
    #expect(JSONValue.integer(1) != .real(1))
  }
}
