import FileOperations
import Foundation
import Testing

struct WallClockTests {
  @Test(arguments: [
    (0, "19700101T000000Z", "1970-01-01T00:00:00Z"),
    (-1, "19691231T235959Z", "1969-12-31T23:59:59Z"),
    (1_796_033_472, "20261130T101112Z", "2026-11-30T10:11:12Z"),
    (951_782_400, "20000229T000000Z", "2000-02-29T00:00:00Z"),
    (1_709_251_199, "20240229T235959Z", "2024-02-29T23:59:59Z"),
    (1_709_251_200, "20240301T000000Z", "2024-03-01T00:00:00Z"),
    (4_107_542_400, "21000301T000000Z", "2100-03-01T00:00:00Z"),
    (4_102_444_799, "20991231T235959Z", "2099-12-31T23:59:59Z"),
  ])
  func texts(seconds: Int64, basic: String, extended: String) {
    #expect(WallClock.basicText(seconds) == basic)
    #expect(WallClock.extendedText(seconds) == extended)
  }

  @Test func agreesWithTheSystem() {
    // Every 11 days and some hours, over 1000 years.
    for seconds in stride(from: Int64(-10_000_000_000), to: 22_000_000_000, by: 987_654) {
      var time = time_t(seconds)
      var parts = tm()
      var text = [CChar](repeating: 0, count: 32)
      gmtime_r(&time, &parts)
      strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
      let expected = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard WallClock.basicText(seconds) == expected else {
        Issue.record("\(seconds): \(WallClock.basicText(seconds)), not \(expected)")
        return
      }
    }
  }

  @Test func nowIsNow() {
    let before = Int64(Date().timeIntervalSince1970.rounded(.down))
    let now = WallClock.now()
    #expect(now >= before && now <= before + 60)
  }

  @Test func noNumberIsTooLarge() {
    #expect(WallClock.basicText(.max).hasSuffix("1204T153007Z"))
    #expect(WallClock.basicText(.min).hasPrefix("-"))
  }
}
