/// A number in decimal digits: `-?[0-9]+(.[0-9]+)?([eE][+-]?[0-9]+)?` and nothing else, whatever the locale.
struct DecimalText {
  let isNegative: Bool
  let isPlainInteger: Bool
  /// A zero in front of another digit.
  let hasLeadingZeros: Bool
  /// Digits without zeros at either end; empty for zero.
  private let digits: ArraySlice<UInt8>
  /// The power of ten that the last of `digits` stands for.
  private let exponent: Int

  private static let zero = UInt8(ascii: "0")
  /// Beyond it a power of ten is out of reach of every type: it is not counted further.
  private static let farExponent = 1 << 40
  /// Of `NSDecimalNumber`: digits, and powers of ten of the last of them.
  private static let decimalDigits = 38
  private static let decimalExponents = -128...127

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    guard let first = whole.first else { return nil }
    hasLeadingZeros = first == Self.zero && whole.count > 1
    rest = rest.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    isPlainInteger = fraction.isEmpty && rest.isEmpty
    var power = 0
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      let isBelow = rest.first == UInt8(ascii: "-")
      if isBelow || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard !rest.isEmpty, rest.allSatisfy(Self.isDigit) else { return nil }
      for digit in rest where power < Self.farExponent { power = power * 10 + Int(digit - Self.zero) }
      if isBelow { power = -power }
      rest = []
    }
    guard rest.isEmpty else { return nil }
    var all = (Array(whole) + fraction).drop { $0 == Self.zero }
    power -= fraction.count
    while all.last == Self.zero {
      all = all.dropLast()
      power += 1
    }
    digits = all
    exponent = all.isEmpty ? 0 : power
  }

  func isSameNumber(as other: DecimalText) -> Bool {
    isNegative == other.isNegative && exponent == other.exponent && digits.elementsEqual(other.digits)
  }

  /// The number without its fraction, and whether it has none; nil beyond 64 bits.
  var integer: (value: Int64, isWhole: Bool)? {
    // 19 digits at most, counted from the first.
    guard digits.count + exponent <= 19 else { return nil }
    let kept = exponent < 0 ? digits.dropLast(min(-exponent, digits.count)) : digits
    var value: Int64 = 0
    for digit in Array(kept) + Array(repeating: Self.zero, count: max(exponent, 0)) {
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let own = Int64(digit - Self.zero)
      let (sum, isTooFar) = tenfold.addingReportingOverflow(isNegative ? -own : own)
      if isTooLarge || isTooFar { return nil }
      value = sum
    }
    return (value, exponent >= 0)
  }

  /// Whether `NSDecimalNumber` can hold it to the last digit.
  var fitsDecimal: Bool {
    let padding = max(exponent - Self.decimalExponents.upperBound, 0)
    return digits.count + padding <= Self.decimalDigits && exponent >= Self.decimalExponents.lowerBound
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }
}
