import SQLite
import Testing

@testable import Expressions

@Suite("UUIDs as text, as bytes, from names")
struct UUIDFunctionTests {
  private static let dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

  @Test("The example of RFC 9562, appendix A.4, and others of Python's uuid module")
  func version5() throws {
    func uuid(_ namespace: String, _ name: String) throws -> Value {
      try value("uuidtext(uuid5(?, ?))", [.text(namespace), .text(name)])
    }
    #expect(try uuid(Self.dns, "www.example.com") == .text("2ED6657D-E927-568B-95E1-2665A8AEA6A2"))
    #expect(try uuid(Self.dns.uppercased(), "python.org") == .text("886313E1-3B8A-5372-9B90-0C9AEE199E5D"))
    #expect(
      try value("hex(uuid5(uuidbytes(?), 'www.example.com'))", [.text(Self.dns)])
        == .text("2ED6657DE927568B95E12665A8AEA6A2"))
    #expect(try uuid(Self.dns, "") == .text("4EBD0208-8328-5D69-8C44-EC50939C0967"))
    #expect(try uuid(Self.dns, "é\0") == .text("F8D55B6E-F23C-5C63-A71E-2AE49B95E75B"))
  }

  @Test("Bytes in the order of the written form")
  func bytes() throws {
    let bytes = Value.blob((0..<16).map { $0 * 17 })
    #expect(try value("uuidtext(?)", [bytes]) == .text("00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(try value("uuidbytes('00112233-4455-6677-8899-aabbccddeeff')") == bytes)
    #expect(try value("uuidbytes('00112233-4455-6677-8899-AABBCCDDEEFF')") == bytes)
  }

  @Test func types() throws {
    for null in [
      "uuidtext(NULL)", "uuidbytes(NULL)", "uuid5(NULL, 'a')", "uuid5('\(Self.dns)', NULL)",
      "uuid5(NULL, NULL)",
    ] {
      #expect(try value(null) == .null)
    }
    for wrong in [
      "uuidtext(x'00')", "uuidtext(zeroblob(15))", "uuidtext(zeroblob(17))", "uuidtext('\(Self.dns)')",
      "uuidtext(0)",
      "uuidbytes('')", "uuidbytes('{\(Self.dns)}')", "uuidbytes('\(Self.dns.replacing("-", with: ""))')",
      "uuidbytes('6ba7b810-9dad-11d1-80b4-00c04fd430cg')",
      "uuidbytes('6ba7b8109-dad-11d1-80b4-00c04fd430c8')",
      "uuidbytes('6ba7b810-9dad-11d1-80b4-00c04fd430c8 ')", "uuidbytes(zeroblob(16))", "uuidbytes(1)",
      "uuid5('x', 'a')",
      "uuid5(zeroblob(15), 'a')", "uuid5(1, 'a')", "uuid5('\(Self.dns)', 1)", "uuid5('\(Self.dns)', x'61')",
      "uuid5('x', NULL)",
      "uuid5(NULL, 1)",
    ] {
      #expect(throws: DatabaseError.self, "\(wrong)") { _ = try value(wrong) }
    }
  }
}
