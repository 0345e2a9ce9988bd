import CivilDates

/// The texts of scalars in XML property lists.
enum XMLPropertyListScalar {
  private static let whitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  static func integer(_ text: String) -> PropertyList? {
    let trimmed = trimmed(text)
    let isNegative = trimmed.hasPrefix("-")
    var digits = Substring(trimmed)
    if isNegative || trimmed.hasPrefix("+") { digits.removeFirst() }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    if isHexadecimal { digits.removeFirst(2) }
    // `UInt64` would take a second sign.
    guard digits.first != "+", let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
  }

  static func real(_ text: String) -> Double? {
    Double(trimmed(text))
  }

  /// `YYYY-MM-DDTHH:MM:SSZ` as seconds since 2001-01-01T00:00:00Z.
  static func date(_ text: String) -> Double? {
    let bytes = Array(trimmed(text).utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      bytes[19] == UInt8(ascii: "Z"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).days
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  private static func trimmed(_ text: String) -> String {
    let kept = text.utf8.drop { whitespace.contains($0) }.reversed().drop { whitespace.contains($0) }
    return String(decoding: kept.reversed(), as: UTF8.self)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }
}
