import Testing
import YAML

@Suite("YAML that was made to hurt")
struct HostileYAMLTests {
  private func reason(_ text: String, _ limits: YAMLLimits = YAMLLimits()) -> YAMLError.Reason? {
    do {
      _ = try YAMLDocument(parsing: Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Far more than any of these takes, and far less than one that grows with the square of its length would.
  private func inTime(_ body: () -> Void) {
    let duration = ContinuousClock().measure(body)
    #expect(duration < .seconds(20))
  }

  @Test("Nesting is bounded, in every form")
  func nesting() {
    let forms = ["[", "{a: ", "- ", "? ", "[[", "{\"a\":", "[\n", "{a:\n "]
    for form in forms {
      inTime {
        let reason = reason(String(repeating: form, count: 20_000))
        #expect([.tooDeep(limit: 32), .keyNotScalar].contains(reason), "\(form)")
      }
    }
    let blocks = (0..<1000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(reason(blocks) == .tooDeep(limit: 32))
    #expect(reason(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) == nil)
    #expect(reason(String(repeating: "[", count: 33)) == .tooDeep(limit: 32))
  }

  @Test("Laughs are refused at the first anchor")
  func laughs() {
    let lines = (1...9).map { level in
      "l\(level): &l\(level) [" + (0..<9).map { _ in "*l\(level - 1)" }.joined(separator: ", ") + "]"
    }
    #expect(reason("l0: &l0 [lol]\n" + lines.joined(separator: "\n")) == .anchor)
  }

  @Test("Size is bounded: of the whole, of a scalar, in number")
  func size() {
    #expect(reason(String(repeating: "x", count: 5 << 20)) == .tooLarge(byteLimit: 4 << 20))
    let limits = YAMLLimits(nodes: 10_000, scalarBytes: 20_000)
    for quotes in ["", "'", "\""] {
      let text = String(repeating: "x", count: 20_000)
      #expect(reason("a: \(quotes)\(text)\(quotes)", limits) == nil)
      #expect(reason("a: \(quotes)\(text)x\(quotes)", limits) == .scalarTooLong(byteLimit: 20_000))
    }
    inTime {
      #expect(reason(String(repeating: "- \n", count: 20_000), limits) == .tooManyNodes(limit: 10_000))
      #expect(
        reason("[" + String(repeating: "a,", count: 20_000) + "]", limits) == .tooManyNodes(limit: 10_000))
    }
    #expect(reason("[a, b]", YAMLLimits(nodes: 3)) == nil)
    #expect(reason("[a, b, c]", YAMLLimits(nodes: 3)) == .tooManyNodes(limit: 3))
  }

  @Test("Many keys, comments, breaks and quotes take their time only once")
  func long() {
    inTime {
      #expect(reason((0..<10_000).map { "key\($0): value\n" }.joined()) == nil)
      #expect(reason("{" + (0..<10_000).map { "\"key\($0)\":\($0)," }.joined() + "\"z\":0}") == nil)
      #expect(reason(String(repeating: "#\n", count: 1 << 16)) == .empty)
      #expect(reason(String(repeating: "\n", count: 1 << 18)) == .empty)
      #expect(reason("a: " + String(repeating: "'", count: (100 << 10) + 1) + "'") == nil)
      #expect(reason("'" + String(repeating: "\n", count: 300_000)) != nil)
    }
  }

  @Test("Every cut through a document, and every changed byte, is read or refused")
  func damage() {
    let whole = Array(
      "version: 1\nsteps:\n  - {from: 'ä', \"to\": \"\\u00e4\"}\n  - a: |\n      x\n    ? b\n    : [c, d]\n"
        .utf8)
    for length in 0...whole.count { _ = try? YAMLDocument(parsing: Array(whole.prefix(length))) }
    var read = 0
    for index in whole.indices {
      for byte in Array("\0\t\n\r !\"#%&'*,-.:;>?@[\\]`a{|}~".utf8) + [0x7F, 0x80, 0xC3, 0xE2, 0xFF] {
        var bytes = whole
        bytes[index] = byte
        if (try? YAMLDocument(parsing: bytes)) != nil { read += 1 }
      }
    }
    #expect(read > whole.count)
  }
}
