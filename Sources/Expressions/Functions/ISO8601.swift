import CivilDates

/// Moments as text (ISO 8601, extended form) and as Core Data keeps them (format page 4.1).
enum ISO8601 {
  /// Of the years 0000 to 9999.
  private static let supportedDays =
    CivilDate(year: 0, month: 1, day: 1).days...CivilDate(year: 9999, month: 12, day: 31).days

  /// In UTC, with as many digits of a second as it takes to get the same number back. Nil outside the years 0000 to 9999.
  static func text(secondsSince2001 seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    var (whole, fraction) = decimal(abs(seconds))
    if seconds < 0 {
      whole = fraction.isEmpty ? -whole : -whole - 1
      fraction = complement(fraction)
    }
    let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
    guard supportedDays.contains(days) else { return nil }
    let date = CivilDate(days: days)
    let second = whole - days * 86_400
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
      + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)) + "Z"
  }

  /// `YYYY-MM-DD`, which begins at midnight in UTC, or that with `Thh:mm`, `Thh:mm:ss` or `Thh:mm:ss.f…`, then `Z`,
  /// `±hh`, `±hhmm` or `±hh:mm`. Nil for anything else: a time without its offset is no moment. The number next to the
  /// moment is given.
  static func secondsSince2001(_ text: [UInt8]) -> Double? {
    var reader = Reader(rest: text[...])
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), let date = CivilDate(checking: year, month, day)
    else { return nil }
    if reader.rest.isEmpty { return Double(date.days * 86_400) }
    guard reader.take("T") || reader.take("t"), let hour = reader.number(2), hour < 24, reader.take(":"),
      let minute = reader.number(2), minute < 60
    else { return nil }
    var second = 0
    var fraction: [UInt8] = []
    if reader.take(":") {
      guard let number = reader.number(2), number < 60 else { return nil }
      second = number
      if reader.take(".") || reader.take(",") {
        fraction = reader.digits()
        if fraction.isEmpty { return nil }
      }
    }
    guard let offset = reader.offset(), reader.rest.isEmpty else { return nil }
    let whole = date.days * 86_400 + hour * 3600 + minute * 60 + second - offset
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    let isNegative = whole < 0
    if isNegative, !fraction.isEmpty {
      return nearest(-whole - 1, complement(fraction)).map { -$0 }
    }
    return nearest(abs(whole), fraction).map { isNegative ? -$0 : $0 }
  }

  private static func nearest(_ whole: Int, _ fraction: [UInt8]) -> Double? {
    Double("\(whole).\(fraction.isEmpty ? "0" : String(decoding: fraction, as: UTF8.self))")
  }

  /// The shortest digits that give the number back: of the whole seconds, and behind the point without zeros at the end.
  private static func decimal(_ number: Double) -> (whole: Int, fraction: [UInt8]) {
    let parts = "\(number)".split(separator: "e")
    let digits = parts[0].split(separator: ".")
    // Below 1e12 only small numbers are written with an exponent, which is negative then.
    let zeros = parts.count == 2 ? -(Int(parts[1]) ?? 0) : 0
    var fraction = digits.count == 2 ? Array(digits[1].utf8) : []
    var whole = Int(digits[0]) ?? 0
    if zeros > 0 {
      fraction = Array(repeating: UInt8(ascii: "0"), count: zeros - 1) + Array(digits[0].utf8) + fraction
      whole = 0
    }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (whole, fraction)
  }

  /// What is missing to 1, for digits behind the point that do not end in zero.
  private static func complement(_ fraction: [UInt8]) -> [UInt8] {
    let (nine, zero) = (UInt8(ascii: "9"), UInt8(ascii: "0"))
    return fraction.enumerated().map { nine - $1 + zero + ($0 == fraction.count - 1 ? 1 : 0) }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: UnicodeScalar) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digits() -> [UInt8] {
      let found = Array(rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      rest = rest.dropFirst(found.count)
      return found
    }

    /// Exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
      let part = rest.prefix(count)
      guard part.count == count, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      rest = rest.dropFirst(count)
      return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Seconds ahead of UTC.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isBehind = rest.first == UInt8(ascii: "-")
      guard take("+") || take("-"), let hours = number(2), hours < 24 else { return nil }
      var minutes = 0
      if !rest.isEmpty {
        _ = take(":")
        guard let number = number(2), number < 60 else { return nil }
        minutes = number
      }
      return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    }
  }
}
