/// Base64 (RFC 4648, section 4) as property lists and XML stores of Core Data have it: broken into lines anywhere.
package enum Base64 {
  private static let whitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  /// Nil where it is none, or its padding is missing.
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text.utf8 where !whitespace.contains(character) {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = Self.digit(of: character) else { return nil }
      group = group << 6 | digit
      digits += 1
      if digits % 4 == 0 {
        bytes += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
        group = 0
      }
    }
    switch (digits % 4, padding) {
    case (0, 0): break
    case (2, 2): bytes.append(UInt8(group >> 4 & 0xFF))
    case (3, 1): bytes += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
    default: return nil
    }
    return bytes
  }

  private static func digit(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
