import CivilDates

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
  private static let dayOf1970 = CivilDate(year: 1970, month: 1, day: 1).days

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
    let date = CivilDate(days: Int(floor(seconds, by: secondsOfDay)) + dayOf1970)
    let rest = (seconds % secondsOfDay + secondsOfDay) % secondsOfDay
    let dateText = [(date.year, 4), (date.month, 2), (date.day, 2)].map { digits(Int64($0), $1) }
    let timeText = [rest / 3600, rest / 60 % 60, rest % 60].map { digits($0, 2) }
    return dateText.joined(separator: dateSeparator) + "T" + timeText.joined(separator: timeSeparator) + "Z"
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
