#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of day, in UTC, and its texts of ISO 8601.
package enum WallClock {
  private static let secondsOfDay: Int64 = 86_400

  /// Seconds since 1970.
  package static func now() -> Int64 { Int64(time(nil)) }

  /// `20261130T101112Z`, which a file name can hold.
  package static func basicText(_ seconds: Int64) -> String {
    text(seconds, dateSeparator: "", timeSeparator: "")
  }

  /// `2026-11-30T10:11:12Z`.
  package static func extendedText(_ seconds: Int64) -> String {
    text(seconds, dateSeparator: "-", timeSeparator: ":")
  }

  private static func text(_ seconds: Int64, dateSeparator: String, timeSeparator: String) -> String {
    let date = date(floor(seconds, by: secondsOfDay))
    let rest = (seconds % secondsOfDay + secondsOfDay) % secondsOfDay
    let dateText = [digits(date.year, 4), digits(date.month, 2), digits(date.day, 2)]
    let timeText = [rest / 3600, rest / 60 % 60, rest % 60].map { digits($0, 2) }
    return dateText.joined(separator: dateSeparator) + "T" + timeText.joined(separator: timeSeparator) + "Z"
  }

  /// The date of a day since 1970. Years begin in March here, so that the leap day is a year's last, and 400 of
  /// them have 146097 days.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let sinceMarchOf0 = day + 719_468
    let era = floor(sinceMarchOf0, by: 146_097)
    let dayOfEra = sinceMarchOf0 - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + year + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
