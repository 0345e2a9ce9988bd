/// The written forms that values are made from.
extension ConvertedValue {
  private enum Part { case start, whole, point, fraction, exponent, power }

  /// Digits with a fraction and a power of ten, and nothing around them.
  static func isNumber(_ text: [UInt8]) -> Bool {
    var part = Part.start
    var seen = 0
    for (index, byte) in text.enumerated() {
      switch (byte, part) {
      case (0x30...0x39, .start): part = .whole
      case (0x30...0x39, .point): part = .fraction
      case (0x30...0x39, .exponent): part = .power
      case (0x30...0x39, _): break
      case (0x2D, .start) where index == 0: continue
      case (0x2E, .whole): part = .point
      case (0x45, .whole), (0x65, .whole), (0x45, .fraction), (0x65, .fraction):
        part = .exponent
        seen = index
      case (0x2B, .exponent) where index == seen + 1, (0x2D, .exponent) where index == seen + 1: continue
      default: return false
      }
    }
    return part == .whole || part == .fraction || part == .power
  }

  /// Whether the shortest digits of a number fit in a Decimal.
  static func isDecimal(_ real: Double) -> Bool {
    guard real.isFinite else { return false }
    let parts = real.magnitude.description.split(separator: "e")
    var power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let sides = (parts.first ?? "0").split(separator: ".")
    let fraction = sides.count > 1 && sides[1] != "0" ? sides[1] : ""
    power -= fraction.count
    let digits = (String(sides.first ?? "0") + fraction).drop { $0 == "0" }
    guard !digits.isEmpty else { return true }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    power += zeros
    let length = digits.count - zeros
    return power >= -128 && (power <= 127 || length + power - 127 <= 38)
  }

  static func isURI(_ text: [UInt8]) -> Bool {
    guard !text.isEmpty else { return false }
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x25:
        guard index + 2 < text.count, hexadecimal(text[index + 1]) != nil,
          hexadecimal(text[index + 2]) != nil
        else { return false }
      case 0x21, 0x23...0x24, 0x26...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: continue
      default: return false
      }
    }
    return true
  }

  static func read(uuid text: [UInt8]) -> [UInt8]? {
    let groups = text.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
    let digits = groups.joined().map { hexadecimal($0) }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high * 16 + low)
    }
    return bytes
  }

  /// As Foundation writes a UUID.
  static func written(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(0x2D) }
      text += [digits[Int(byte / 16)], digits[Int(byte % 16)]]
    }
    return text
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
