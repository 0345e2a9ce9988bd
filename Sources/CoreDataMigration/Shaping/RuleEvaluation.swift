import Diagnostics
import Expressions
import FileOperations
import SQLite

/// Works out rules' expressions for rows, within bounds that grow with the rows.
final class RuleEvaluation {
  /// Steps of SQLite's machine, for an expression as a whole and for each of its rows.
  private static let steps = (whole: 50_000_000, perRow: 20_000)
  private static let time = Duration.seconds(3600)

  private let session: ExpressionSession
  /// Rows of the entity that is worked on.
  var rowCount: Int64 = 0

  init(session: ExpressionSession) {
    self.session = session
    session.interrupt(when: { Interruption.isRequested })
  }

  /// Tells the value for each of the rows, in ascending key.
  func each(
    _ expression: CompiledExpression, at place: RulePlace, among rows: KeySet,
    _ body: (_ key: Int64, _ value: Value) throws -> Void
  ) throws {
    let limits = StatementLimits(
      steps: Self.steps.whole + Self.steps.perRow * Int(min(rowCount, 1 << 40)), time: Self.time)
    var failure: (any Error)?
    var last: Int64?
    do throws(ExpressionError) {
      try session.evaluate(expression, limits: limits) { key, value in
        last = key
        guard failure == nil, rows.contains(key) else { return }
        do { try body(key, value) } catch { failure = error }
      }
    } catch {
      throw diagnosis(of: error, at: place, expression.entity, after: last)
    }
    if let failure { throw failure }
  }

  private func diagnosis(of error: ExpressionError, at place: RulePlace, _ entity: String, after key: Int64?)
    -> any Error
  {
    switch error {
    case .interrupted: return error
    case .database(let error): return error
    default:
      let row = key.map { "at the row after the key \($0)" } ?? "at the first row"
      return DiagnosticError(
        .blocked,
        Diagnostic(
          .mappingExpressionFailed, .error, Subject(entity: entity), oldKeys: key.map { [$0] } ?? [],
          summary: "\(place.text): the SQL failed \(row): \(error.reason).", recovery: [error.wayOut]))
    }
  }
}
