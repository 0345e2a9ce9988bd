/// A derived attribute's expression, as `NSExpression` prints it: that text is what Core Data hashes.
struct DerivationExpression {
  static let countSuffix = ".@count"

  let printed: String
  /// Key paths and `@count` are proven against real hashes; of anything else the printed form is a guess.
  let isVerified: Bool

  init(_ text: String) {
    if text.hasSuffix(Self.countSuffix), Self.isKeyPath(text.dropLast(Self.countSuffix.count)) {
      printed = "count:(\(text.dropLast(Self.countSuffix.count)))"
      isVerified = true
    } else {
      printed = text
      isVerified = Self.isKeyPath(text[...])
    }
  }

  /// Names joined by dots, of ASCII letters, digits and underscores.
  private static func isKeyPath(_ text: Substring) -> Bool {
    let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return names.allSatisfy { name in
      !name.isEmpty
        && name.allSatisfy { byte in
          byte == UInt8(ascii: "_") || (byte < 0x80 && Character(UnicodeScalar(byte)).isLetter)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }
}
