import Testing
import XMLTree

@Suite struct XMLDocumentTests {
  private func parse(_ text: String, _ limits: XMLLimits = XMLLimits()) throws -> XMLElement {
    try XMLDocument(parsing: Array(text.utf8), limits: limits).root
  }

  @Test func keepsAttributesChildrenTextAndLines() throws {
    let root = try parse(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model z="1" a="x &amp; &quot;y&quot; &#228;">
        <!-- a comment -->
        <entity name="A">one<![CDATA[ <two> ]]>&lt;three</entity>
        <entity name="B"/>
      </model>
      """)
    #expect(root.name == "model")
    #expect(root.attributes.map(\.name) == ["z", "a"])
    #expect(root.attribute("a") == "x & \"y\" ä")
    #expect(root.attribute("b") == nil)
    #expect(root.children(named: "entity").map { $0.attribute("name") } == ["A", "B"])
    #expect(root.children[0].text == "one <two> <three")
    #expect(root.children.map(\.line) == [4, 5])
  }

  @Test func readsTheEncodingThatTheDocumentNames() throws {
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xE4] + Array("'/>".utf8)
    #expect(try XMLDocument(parsing: latin).root.attribute("b") == "ä")
    let units = Array("\u{FEFF}<a b='ä'/>".utf16)
    let wide: [UInt8] = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try XMLDocument(parsing: wide).root.attribute("b") == "ä")
  }

  @Test func refusesEntitiesOfItsOwn() {
    let laughs = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">" }
    let documents = [
      "<!DOCTYPE a [<!ENTITY l0 \"ha\">\(laughs.joined())]><a>&l9;</a>",
      "<!DOCTYPE a [<!ENTITY l0 \"ha\">\(laughs.joined())]><a b=\"&l9;\"/>",
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>",
      "<!DOCTYPE a [<!ENTITY % x SYSTEM \"http://127.0.0.1:9/\"> %x;]><a/>",
      "<!DOCTYPE a [<!ENTITY x \"y\">]><a/>",
      "<!DOCTYPE a PUBLIC \"-//X\" \"http://127.0.0.1:9/x.dtd\"><a>&x;</a>",
      "<!DOCTYPE a PUBLIC \"-//X\" \"http://127.0.0.1:9/x.dtd\"><a b=\"&x;\"/>",
    ]
    for document in documents {
      #expect(throws: XMLError.entitiesNotAllowed(line: 1)) { try parse(document) }
    }
  }

  @Test func namingAnExternalDTDIsHarmless() throws {
    #expect(try parse("<!DOCTYPE a SYSTEM \"/nowhere/x.dtd\"><a>t</a>").text == "t")
  }

  @Test func refusesWhatExceedsItsLimits() throws {
    let deep = String(repeating: "<a>", count: 200_000)
    #expect(throws: XMLError.tooDeep(line: 1, limit: 128)) { try parse(deep) }
    #expect(throws: XMLError.tooManyElements(line: 1, limit: 3)) {
      try parse("<a><b/><b/><b/></a>", XMLLimits(elements: 3))
    }
    #expect(throws: XMLError.tooLarge(byteLimit: 3)) { try parse("<a/>", XMLLimits(bytes: 3)) }
    #expect(try parse("<a><b/><b/></a>", XMLLimits(elements: 3, depth: 2)).children.count == 2)
  }

  @Test(arguments: ["<a>\n<b>\n</a>", "<a>\n\n<", "<a>\n\n&nosuch;</a>"])
  func errorsNameTheLineAndNothingElse(_ text: String) {
    let error = #expect(throws: XMLError.self) { try parse(text) }
    #expect(error?.line == 3)
    #expect(error.map { "\($0)".contains("nosuch") } == false)
  }

  @Test(arguments: ["", " ", "text", "<a/><b/>", "\u{0}"])
  func refusesWhatIsNoDocument(_ text: String) {
    #expect(throws: XMLError.self) { try parse(text) }
  }
}
