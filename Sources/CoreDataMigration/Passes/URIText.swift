/// The characters of a URI (RFC 3986, section 2): what has others, or none, is one that `URL` may refuse.
enum URIText {
  private static let others: Set<UInt8> = Set("-._~:/?#[]@!$&'()*+,;=".utf8)

  static func isValid(_ text: [UInt8]) -> Bool {
    var escaped = 0
    for character in text {
      if escaped > 0 {
        guard isHexadecimal(character) else { return false }
        escaped -= 1
      } else if character == UInt8(ascii: "%") {
        escaped = 2
      } else if !isLetterOrDigit(character), !others.contains(character) {
        return false
      }
    }
    return !text.isEmpty && escaped == 0
  }

  private static func isLetterOrDigit(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func isHexadecimal(_ character: UInt8) -> Bool {
    isLetterOrDigit(character) && UInt8(character | 0x20) <= UInt8(ascii: "f")
  }
}
