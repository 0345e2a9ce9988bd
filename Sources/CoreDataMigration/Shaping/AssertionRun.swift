import CoreDataMapping
import CoreDataStore
import Diagnostics
import Expressions
import FileOperations
import SQLite

/// Asks what a mapping file's assertions ask.
package struct AssertionRun {
  private static let limits = StatementLimits(steps: 2_000_000_000, time: .seconds(3600))
  private let assertions: [(assertion: MappingAssertion, file: String)]

  package init(_ assertions: [(assertion: MappingAssertion, file: String)]) {
    self.assertions = assertions
  }

  package var count: Int { assertions.count }

  /// Compiles the queries of both sides, before anything is worked out.
  ///
  /// - Returns: faults, for status 64.
  package func faults(source: SourceViews, destination: SourceViews) throws(DatabaseError) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for (side, views) in [(MappingAssertion.Side.source, source), (.destination, destination)] {
      let compiler = try ExpressionCompiler(views: views)
      for (assertion, file) in assertions where [side, .both].contains(assertion.on.value) {
        do throws(ExpressionError) {
          _ = try compiler.compile(query: assertion.query.value)
        } catch {
          if case .database(let failure) = error { throw failure }
          faults.append(
            Diagnostic(
              .mappingExpression, .error,
              summary:
                "\(RulePlace(file: file, place: assertion.query.place).text): this query cannot be asked of the "
                + "\(side.rawValue): \(error.reason).", recovery: [error.wayOut]))
        }
      }
    }
    return faults
  }

  /// Answers by the position of each assertion, of those that are about a side.
  package func answers(_ side: MappingAssertion.Side, _ session: ExpressionSession) throws -> [Int: Value] {
    session.interrupt(when: { Interruption.isRequested })
    var answers: [Int: Value] = [:]
    for (index, entry) in assertions.enumerated() where [side, .both].contains(entry.assertion.on.value) {
      do throws(ExpressionError) {
        let query = try session.compile(query: entry.assertion.query.value)
        answers[index] = try session.value(of: query, limits: Self.limits)
      } catch {
        switch error {
        case .interrupted: throw error
        case .database(let fault): throw fault
        default:
          throw DiagnosticError(
            .blocked,
            Diagnostic(
              .mappingExpressionFailed, .error,
              summary: "\(place(entry)): the query failed: \(error.reason).", recovery: [error.wayOut]))
        }
      }
    }
    return answers
  }

  /// Assertions about one side whose answer is another than expected.
  package func failures(of side: MappingAssertion.Side, _ answers: [Int: Value]) -> [Diagnostic] {
    assertions.enumerated().compactMap { index, entry in
      guard [side, .both].contains(entry.assertion.on.value), let expect = entry.assertion.expect?.value,
        let answer = answers[index], Self.text(answer) != expect
      else { return nil }
      return failure(entry, "of the \(side.rawValue) the answer is another than the one expected")
    }
  }

  /// Assertions about both sides whose answers differ.
  package func differences(_ source: [Int: Value], _ destination: [Int: Value]) -> [Diagnostic] {
    assertions.enumerated().compactMap { index, entry in
      guard entry.assertion.on.value == .both, let one = source[index], let other = destination[index],
        Self.text(one) != Self.text(other)
      else { return nil }
      return failure(entry, "source and destination give different answers")
    }
  }

  private func failure(_ entry: (assertion: MappingAssertion, file: String), _ what: String) -> Diagnostic {
    Diagnostic(
      .assertionFailed, .error,
      summary: "\(place(entry)): the assertion “\(entry.assertion.name.value)” does not hold: \(what).",
      recovery: ["Look at the data with the same query, then correct the data, the rules or the assertion."])
  }

  private func place(_ entry: (assertion: MappingAssertion, file: String)) -> String {
    RulePlace(file: entry.file, place: entry.assertion.query.place).text
  }

  /// As SQLite writes it; NULL as an empty text.
  private static func text(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number):
      (try? Connection(path: ":memory:", mode: .create).rows("SELECT CAST(? AS TEXT)", [.real(number)]).first?
        .first?.string) ?? ""
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes):
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
  }
}

extension DiagnosticID {
  package static let assertionFailed = DiagnosticID("mapping.assertion-failed")
}
