import CoreDataModel
import SQLite
import Testing

@testable import Expressions

@Suite("Working expressions out")
struct EvaluationTests {
  private static let endless =
    "(WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r)"

  private func error(
    _ text: String, _ session: ExpressionSession, _ limits: StatementLimits
  ) -> ExpressionError? {
    do throws(ExpressionError) {
      _ = try session.rows(text, over: "Book", limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test("An endless statement ends at its limit of steps, of time, or when it is interrupted")
  func limits() throws {
    let session = try SampleStore.library().session()
    #expect(error(Self.endless, session, StatementLimits(steps: 200_000)) == .stepLimit)
    #expect(error(Self.endless, session, StatementLimits(time: .milliseconds(50))) == .timeLimit)
    #expect(
      error(Self.endless, session, StatementLimits(steps: 1_000, time: .seconds(3600))) == .stepLimit)
    // Limits end with the evaluation they were for.
    #expect(error("title", session, StatementLimits()) == nil)
    session.interrupt(when: { true })
    #expect(error(Self.endless, session, StatementLimits()) == .interrupted)
    #expect(error(Self.endless, session, StatementLimits(steps: 1_000_000_000)) == .interrupted)
    session.interrupt(when: { false })
    #expect(error(Self.endless, session, StatementLimits(steps: 200_000)) == .stepLimit)
  }

  @Test("Steps are counted over all rows, and the same steps are enough every time")
  func steps() throws {
    let session = try SampleStore.library().session()
    let text =
      "(WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 1000) SELECT sum(x) + 0 * length(title) FROM r)"
    // Eight books, more than a thousand turns each.
    #expect(error(text, session, StatementLimits(steps: 10_000)) == .stepLimit)
    var lowest = 0
    for steps in stride(from: 10_000, through: 500_000, by: 1_000) {
      if error(text, session, StatementLimits(steps: steps)) == nil {
        lowest = steps
        break
      }
    }
    #expect(lowest > 10_000)
    for _ in 0..<3 {
      #expect(error(text, session, StatementLimits(steps: lowest)) == nil)
      #expect(error(text, session, StatementLimits(steps: lowest - 1_000)) == .stepLimit)
    }
  }

  @Test("A value that is too long is an error of its own")
  func tooBig() throws {
    let session = try SampleStore.library().session()
    let limits = StatementLimits(steps: 100_000)
    #expect(error("zeroblob(300000000)", session, limits) == .tooBig)
    let pattern = Identifier.literal(String(repeating: "%a", count: 600))
    #expect(
      error("title LIKE \(pattern)", session, limits) == .failed(message: "LIKE or GLOB pattern too complex"))
  }

  @Test("Functions that fail say which they are, and nothing of the value")
  func failures() throws {
    let session = try SampleStore.library().session()
    let limits = StatementLimits(steps: 100_000)
    #expect(error("nfc(uuid)", session, limits) == .failed(message: "nfc: takes a text"))
    #expect(
      error("uuidbytes(title)", session, limits) == .failed(message: "uuidbytes: the text is no UUID"))
    #expect(error("abs(-9223372036854775807 - 1)", session, limits) == .failed(message: "integer overflow"))
  }

  @Test("Another session over another copy gives the same")
  func determinism() throws {
    let texts = [
      "title || coalesce(summary, '')", "uuidtext(uuid)", "uuid5(uuid, title)", "iso8601(published)",
      "hex(casefold(title))",
      "(SELECT group_concat(name) FROM \"Label\")", "(SELECT avg(weight) FROM \"Book\")", "price * 3",
      "nfd(title)",
    ]
    for text in texts {
      let first = try SampleStore.library().session().rows(text, over: "Book")
      let second = try SampleStore.library().session().rows(text, over: "Book")
      #expect(first == second && first.count == 8, "\(text)")
    }
  }
}
