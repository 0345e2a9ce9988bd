import PropertyLists

/// An archived `NSDecimalNumber`: sign, a whole number of up to eight 16-bit words, and a power of ten.
///
/// The keys are those of the archives in compiled models; only zeros were seen there, so what other numbers look like
/// follows from the names of the keys.
struct ArchivedDecimal {
  private static let littleEndian: Int64 = 1
  private static let wordCount = 8

  /// Digits, with a sign and a power of ten where there are such.
  let text: String

  /// - Parameter object: of any kind; nil for one that is none, or no number.
  init?(_ object: PropertyList) {
    guard let mantissa = object["NS.mantissa"]?.data, mantissa.count == 2 * Self.wordCount,
      let length = object["NS.length"]?.integer, (0...Int64(Self.wordCount)).contains(length),
      let exponent = object["NS.exponent"]?.integer, (-128...127).contains(exponent)
    else { return nil }
    let isNegative = object["NS.negative"] == .boolean(true) || object["NS.negative"] == .integer(1)
    guard length > 0 else {
      // A sign without digits is how it writes "not a number".
      if isNegative { return nil }
      // A zero says with how many places it was written; real ones say `0.0`.
      text = exponent == -1 ? "0.0" : "0"
      return
    }
    let isLittle = (object["NS.mantissa.bo"]?.integer ?? Self.littleEndian) == Self.littleEndian
    var words = (0..<Int(length)).map { index in
      let (first, second) = (UInt32(mantissa[2 * index]), UInt32(mantissa[2 * index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    // Long division by ten, from the highest word.
    var digits = ""
    while words.contains(where: { $0 != 0 }) {
      var rest: UInt32 = 0
      for index in words.indices.reversed() {
        let value = rest << 16 | words[index]
        words[index] = value / 10
        rest = value % 10
      }
      digits = String(rest) + digits
    }
    if digits.isEmpty { digits = "0" }
    text = (isNegative ? "-" : "") + digits + (exponent == 0 || digits == "0" ? "" : "e\(exponent)")
  }
}
