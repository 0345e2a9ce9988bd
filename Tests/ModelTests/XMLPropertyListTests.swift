import PropertyLists
import Testing

@Suite struct XMLPropertyListTests {
  private func read(_ body: String) throws -> PropertyList {
    try PropertyListReader.read(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>
        """.utf8))
  }

  @Test func everyKind() throws {
    let list = try read(
      """
      <dict><key>z</key><array><true/><false/></array>
      <key>integers</key><array><integer>-5</integer><integer> 0x1F </integer>
        <integer>18446744073709551615</integer><integer>-9223372036854775808</integer></array>
      <key>real</key><real>1.5e3</real><key>string</key><string> a &lt; b </string>
      <key>dates</key><array><date>2001-01-01T00:00:00Z</date><date>2024-02-29T12:30:15Z</date>
        <date>1970-01-01T00:00:00Z</date><date>0000-01-01T00:00:00Z</date></array>
      <key>data</key><data>
        Zm9v
        Yg==
      </data></dict>
      """)
    #expect(
      list
        == .dictionary([
          .init("z", .array([.boolean(true), .boolean(false)])),
          .init(
            "integers", .array([.integer(-5), .integer(31), .unsigned(.max), .integer(.min)])),
          .init("real", .real(1500)), .init("string", .string(" a < b ")),
          .init(
            "dates",
            .array([
              .date(0), .date(730_902_615),
              .date(-978_307_200), .date(-63_145_526_400),
            ])),
          .init("data", .data(Array("foob".utf8))),
        ]))
  }

  @Test(arguments: [
    "", "<true/><true/>", "<null/>", "<integer>1.5</integer>", "<integer>--1</integer>", "<integer/>",
    "<date>yesterday</date>", "<date>2001-13-01T00:00:00Z</date>", "<data>Zg=</data>", "<data>Z*==</data>",
    "<dict><key>a</key></dict>", "<dict><true/><key>a</key></dict>", "<real>x</real>",
    "<dict><key>a</key><true/><key>a</key><true/></dict>",
  ])
  func faultsAreRefusedWithALine(_ body: String) {
    let error = #expect(throws: PropertyListError.self) { try read(body) }
    guard case .invalidXML(let line, _) = error else {
      Issue.record("not an XML error")
      return
    }
    #expect(line >= 3)
  }

  @Test(arguments: ["", "<model/>", "{ a = 1; }", "bplist15", "hello"])
  func otherFormsAreRefused(_ text: String) {
    #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "<array>", count: 50_000)
    #expect(throws: PropertyListError.self) { try read(deep) }
  }
}
