import Foundation
import SQLite
import Testing

@testable import Expressions

@Suite("Dates as text and back")
struct DateFunctionTests {
  /// Both ways.
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (21_692_800, "2001-09-09T01:46:40Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"),
      (-1, "2000-12-31T23:59:59Z"), (-0.5, "2000-12-31T23:59:59.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
      (0.1, "2001-01-01T00:00:00.1Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
      (700_000_000.123, "2023-03-08T20:26:40.123Z"),
      (1e-5, "2001-01-01T00:00:00.00001Z"), (1.5e-7, "2001-01-01T00:00:00.00000015Z"),
      (-1e-5, "2000-12-31T23:59:59.99999Z"), (0.30000000000000004, "2001-01-01T00:00:00.30000000000000004Z"),
      // Leap years: 2000 and 2004 are, 1900 and 2100 are not.
      (-26_697_600, "2000-02-27T00:00:00Z"), (-26_524_800, "2000-02-29T00:00:00Z"),
      (-26_438_400, "2000-03-01T00:00:00Z"),
      (99_705_600, "2004-02-29T00:00:00Z"), (-3_182_284_800, "1900-02-28T00:00:00Z"),
      (-3_182_198_400, "1900-03-01T00:00:00Z"), (3_129_148_800, "2100-02-28T00:00:00Z"),
      (3_129_235_200, "2100-03-01T00:00:00Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (-63_145_526_400, "0000-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
    ] as [(Double, String)])
  func moments(_ seconds: Double, _ text: String) throws {
    #expect(try value("iso8601(?)", [.real(seconds)]) == .text(text))
    #expect(try value("fromiso8601(?)", [.text(text)]) == .real(seconds))
    if let whole = Int64(exactly: seconds) {
      #expect(try value("iso8601(?)", [.integer(whole)]) == .text(text))
    }
  }

  /// Foundation counts as we do, from its own tables, where no calendar was reformed.
  @Test func everyDay() throws {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -150_000, through: 150_000, by: 37) {
      let seconds = Double(day * 86_400 + 3_723)
      let text = try #require(ISO8601.text(secondsSince2001: seconds))
      #expect(formatter.date(from: text)?.timeIntervalSinceReferenceDate == seconds)
      #expect(ISO8601.secondsSince2001(Array(text.utf8)) == seconds)
    }
  }

  @Test("Any number of the range comes back to the last bit")
  func roundTrip() throws {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let exponent = Int(state >> 58) - 26
      let seconds =
        (Double(Int64(bitPattern: state << 6)) / 0x1p63)
        * Double(sign: .plus, exponent: exponent, significand: 1)
      guard let text = ISO8601.text(secondsSince2001: seconds) else {
        #expect(abs(seconds) > 6e10)
        continue
      }
      #expect(ISO8601.secondsSince2001(Array(text.utf8)) == seconds, "\(seconds) \(text)")
    }
    let least = try #require(ISO8601.text(secondsSince2001: .leastNonzeroMagnitude))
    #expect(ISO8601.secondsSince2001(Array(least.utf8)) == .leastNonzeroMagnitude)
    #expect(ISO8601.text(secondsSince2001: -0.0) == "2001-01-01T00:00:00Z")
  }

  @Test(
    arguments: [
      ("2001-01-01", 0), ("2000-02-29", -26_524_800), ("2001-01-01T00:00Z", 0), ("2001-01-01T01:00+01:00", 0),
      ("2001-01-01T01:00:00+0100", 0), ("2001-01-01T01:00:00+01", 0), ("2000-12-31T23:00:00-01:00", 0),
      ("2001-01-01T05:45:00+05:45", 0), ("2001-01-01t00:00:00z", 0), ("2001-01-01T00:00:00-00:00", 0),
      ("2001-01-01T00:00:00,5Z", 0.5), ("2001-01-01T00:00:00.500Z", 0.5), ("2001-01-01T00:00:00.000Z", 0),
      ("2000-12-31T23:59:59.9999999999Z", -1e-10),
      ("2001-01-01T00:00:00.1234567890123456789Z", 0.12345678901234568),
    ] as [(String, Double)])
  func accepted(_ text: String, _ seconds: Double) throws {
    #expect(try value("fromiso8601(?)", [.text(text)]) == .real(seconds))
  }

  @Test(arguments: [
    "", "2001", "2001-01", "20010101", "2001-1-1", "2001-13-01", "2001-00-01", "2001-02-29", "1900-02-29",
    "2001-04-31",
    "2001-01-00", "2001-01-01 00:00:00Z", "2001-01-01T00:00:00", "2001-01-01T00Z", "2001-01-01T24:00:00Z",
    "2001-01-01T00:60:00Z", "2016-12-31T23:59:60Z", "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00+24:00",
    "2001-01-01T00:00:00+01:60", "2001-01-01T00:00:00+1", "2001-01-01T00:00:00+01:", "2001-01-01T00:00:00ZZ",
    " 2001-01-01", "2001-01-01 ", "2001-01-01\0", "+2001-01-01", "-0001-01-01", "12001-01-01", "2001-01-01Z",
    "now", "0",
    "2001-W01-1", "２００１-01-01",
  ])
  func refused(_ text: String) throws {
    #expect(throws: DatabaseError.self) { _ = try value("fromiso8601(?)", [.text(text)]) }
  }

  @Test func types() throws {
    #expect(try value("iso8601(NULL)") == .null)
    #expect(try value("fromiso8601(NULL)") == .null)
    for wrong in [
      "iso8601('0')", "iso8601(x'00')", "iso8601(252423993600)", "iso8601(-63145526400.5)", "iso8601(9e999)",
      "iso8601(-9e999)", "iso8601(9223372036854775807)", "fromiso8601(0)", "fromiso8601(0.0)",
      "fromiso8601(CAST('2001-01-01' AS BLOB))",
    ] {
      #expect(throws: DatabaseError.self, "\(wrong)") { _ = try value(wrong) }
    }
  }
}
