import Digests
import SQLite
import Testing
import UnicodeText

@Suite("Normal forms, case folding, white space")
struct UnicodeFunctionTests {
  private func apply(_ function: String, _ text: String) throws -> String? {
    try value("\(function)(?)", [.text(text)]).string.map { String($0) }
  }

  /// Lines of Unicode's NormalizationTest.txt: source, NFC, NFD.
  @Test(arguments: [
    ("\u{1E0A}", "\u{1E0A}", "\u{44}\u{307}"),
    ("\u{1E0A}\u{323}", "\u{1E0C}\u{307}", "\u{44}\u{323}\u{307}"),
    ("\u{44}\u{307}\u{323}", "\u{1E0C}\u{307}", "\u{44}\u{323}\u{307}"),
    ("\u{1E14}\u{304}", "\u{1E14}\u{304}", "\u{45}\u{304}\u{300}\u{304}"),
    ("\u{212B}", "\u{C5}", "\u{41}\u{30A}"), ("\u{2126}", "\u{3A9}", "\u{3A9}"),
    ("\u{FB01}", "\u{FB01}", "\u{FB01}"), ("\u{958}", "\u{915}\u{93C}", "\u{915}\u{93C}"),
    ("\u{AC00}", "\u{AC00}", "\u{1100}\u{1161}"),
    ("\u{AC00}\u{11A8}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{1100}\u{AC00}\u{11A8}", "\u{1100}\u{AC01}", "\u{1100}\u{1100}\u{1161}\u{11A8}"),
    ("\u{61}\u{315}\u{300}\u{5AE}\u{62}", "\u{E0}\u{5AE}\u{315}\u{62}", "\u{61}\u{5AE}\u{300}\u{315}\u{62}"),
    ("\u{2F9A1}", "\u{83CA}", "\u{83CA}"), ("a\u{0}e\u{301}", "a\u{0}\u{E9}", "a\u{0}e\u{301}"), ("", "", ""),
  ])
  func normalForms(_ source: String, _ nfc: String, _ nfd: String) throws {
    // Swift's `==` compares texts by normal form, so bytes are compared.
    for text in [source, nfc, nfd] {
      #expect(try apply("nfc", text).map { Array($0.utf8) } == Array(nfc.utf8))
      #expect(try apply("nfd", text).map { Array($0.utf8) } == Array(nfd.utf8))
    }
  }

  /// Lines of Unicode's CaseFolding.txt, statuses C and F; those of T, and simple ones where there is a full one, are not
  /// used. Folding knows no context: a final sigma is a sigma.
  @Test(arguments: [
    ("A", "a"), ("ß", "ss"), ("\u{1E9E}", "ss"), ("\u{130}", "i\u{307}"), ("I", "i"), ("ı", "ı"),
    ("\u{FB00}", "ff"),
    ("\u{FB03}", "ffi"), ("ς", "σ"), ("ΟΔΟΣ", "οδοσ"), ("\u{149}", "\u{2BC}n"),
    ("\u{1F80}", "\u{1F00}\u{3B9}"),
    ("\u{1F88}", "\u{1F00}\u{3B9}"), ("\u{13A0}", "\u{13A0}"), ("\u{AB70}", "\u{13A0}"),
    ("\u{10400}", "\u{10428}"),
    ("\u{587}", "\u{565}\u{582}"), ("\u{212A}", "k"), ("\u{B5}", "\u{3BC}"), ("Straße", "strasse"),
    ("E\u{301}\u{0}A", "e\u{301}\u{0}a"), ("", ""),
  ])
  func folding(_ text: String, _ folded: String) throws {
    #expect(try apply("casefold", text).map { Array($0.utf8) } == Array(folded.utf8))
  }

  /// Every character that Unicode 14 has, private use apart, against Python's `unicodedata` and `str.casefold` (14.0.0):
  /// SHA-256 over the results, each followed by a byte FF. Later versions must not change them.
  @Test func everyCharacter() {
    let scalars = (UInt32(0)...0x10FFFF).compactMap(UnicodeScalar.init).filter { scalar in
      let properties = scalar.properties
      guard let age = properties.age, age.major <= 14 else { return false }
      return properties.generalCategory != .unassigned && properties.generalCategory != .privateUse
    }
    #expect(scalars.count == 144_762)
    for (function, expected) in [
      (UnicodeText.nfc, "5a909c5070008e1c2570c6300857af0e687b9ccfc234fc444de3cd8fbb59b44f"),
      (UnicodeText.nfd, "8edbbec568fd2eaf1e8c003a00fa307ba6cafb25bbb3229245f2426c82cc5f49"),
      (UnicodeText.casefold, "6e5f68fc70fded181253130d32c38628f37dfb0077911728825af9ef972f3a55"),
    ] {
      var digest = MessageDigest(.sha256)
      for scalar in scalars {
        digest.update((Array(String(scalar).utf8).withUnsafeBytes(function) ?? []) + [0xFF])
      }
      #expect(digest.finalize().hexadecimalText == expected)
    }
  }

  /// The property White_Space of PropList.txt, which has had these 25 characters since Unicode 6.3.
  private static let whiteSpace: [UInt32] =
    Array(0x9...0xD) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A) + [
      0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
    ]

  @Test func trimming() throws {
    #expect(Self.whiteSpace.count == 25)
    for code in Self.whiteSpace {
      let space = String(try #require(UnicodeScalar(code)))
      #expect(try apply("utrim", space + "a" + space + "b" + space + space) == "a" + space + "b", "\(code)")
      #expect(try value("utrim(?)", [.text(space)]) == .text(""))
    }
    // Looks like white space and has not the property.
    for code: UInt32 in [0x0, 0x1C, 0x1F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF] {
      let text = String(try #require(UnicodeScalar(code))) + "a"
      #expect(try value("utrim(?)", [.text(text)]) == .text(text), "\(code)")
    }
    // A mark that combines with the space does not save it: characters are looked at one by one.
    #expect(try value("utrim(?)", [.text(" \u{301}a")]) == .text("\u{301}a"))
    #expect(try value("utrim(?)", [.text("")]) == .text(""))
  }

  @Test(arguments: ["nfc", "nfd", "casefold", "utrim"])
  func types(_ name: String) throws {
    #expect(try value("\(name)(NULL)") == .null)
    for wrong in ["1", "1.5", "x'61'", "x''"] {
      #expect(throws: DatabaseError.self) { _ = try value("\(name)(\(wrong))") }
    }
    for bytes: [UInt8] in [
      [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ] {
      #expect(throws: DatabaseError.self) { _ = try value("\(name)(?)", [.text(bytes)]) }
    }
    #expect(throws: DatabaseError.self) { _ = try value("\(name)('a', 'b')") }
  }
}
