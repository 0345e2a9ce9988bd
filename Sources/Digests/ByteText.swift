extension Collection where Element == UInt8 {
  /// Two lower-case hexadecimal digits a byte.
  package var hexadecimalText: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// 16 bytes in the written form of a UUID, in upper case.
  package var uuidText: String {
    let digits = Array(hexadecimalText.uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// Base64 with padding and without line breaks (RFC 4648, section 4).
  package var base64Text: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let padding = UInt8(ascii: "=")
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    var rest = self[...]
    while let first = rest.popFirst() {
      let second = rest.popFirst()
      let third = rest.popFirst()
      let group = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
      text.append(alphabet[Int(group >> 18)])
      text.append(alphabet[Int(group >> 12 & 63)])
      text.append(second == nil ? padding : alphabet[Int(group >> 6 & 63)])
      text.append(third == nil ? padding : alphabet[Int(group & 63)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
