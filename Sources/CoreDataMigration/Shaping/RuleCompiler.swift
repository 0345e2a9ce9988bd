import CoreDataMapping
import Diagnostics
import Expressions
import SQLite

/// Compiles the SQL of a mapping file, and gathers all that is wrong with it.
struct RuleCompiler {
  let session: ExpressionSession
  let file: String
  private(set) var faults: [Diagnostic] = []
  /// What kept it from judging: no fault of the file.
  private(set) var failure: DatabaseError?

  init(session: ExpressionSession, file: String) {
    self.session = session
    self.file = file
  }

  /// Nil where it does not compile; then the fault is noted.
  mutating func value(_ sql: Located<String>, over entity: String) -> CompiledExpression? {
    compile(sql, over: entity, before: "", after: "")
  }

  /// 1 for the rows that a condition is true of, and 0 for others.
  mutating func condition(_ sql: Located<String>, over entity: String) -> CompiledExpression? {
    compile(sql, over: entity, before: "(\n", after: "\n) IS TRUE")
  }

  /// A value as a text; numbers as SQLite writes them.
  mutating func text(_ sql: Located<String>, over entity: String) -> CompiledExpression? {
    compile(sql, over: entity, before: "CAST((\n", after: "\n) AS TEXT)")
  }

  mutating func fault(
    _ id: DiagnosticID, at place: MappingPlace, _ text: String, subject: Subject = Subject(),
    recovery: [String]
  ) {
    let summary = "\(RulePlace(file: file, place: place).text): \(text)."
    if faults.contains(where: { $0.summary == summary }) { return }
    faults.append(Diagnostic(id, .error, subject, summary: summary, recovery: recovery))
  }

  private mutating func compile(_ sql: Located<String>, over entity: String, before: String, after: String)
    -> CompiledExpression?
  {
    do throws(ExpressionError) {
      // First alone: what is wrong is found at its own place, and it must be a whole.
      let plain = try session.compile(sql.value, over: entity)
      return before.isEmpty ? plain : try session.compile(before + sql.value + after, over: entity)
    } catch {
      if case .database(let error) = error { failure = error }
      fault(
        .mappingExpression, at: sql.place,
        "this SQL cannot be worked out for rows of \(entity): \(error.reason)",
        subject: Subject(entity: entity), recovery: [error.wayOut])
      return nil
    }
  }
}

extension ExpressionError {
  /// What is wrong, as a clause without its full stop. SQLite's messages name what the text names, never values.
  var reason: String {
    switch self {
    case .unknownEntity(let name): "there is no entity \(name)"
    case .invalid(let message, let offset):
      message + (offset.map { " (at byte \($0) of it)" } ?? "")
    case .incomplete: "it is not one whole expression"
    case .parameters: "it asks for parameters, and nobody gives them"
    case .tooComplex: "its common table expressions are used too often"
    case .refused(.function(let name)): "the function \(name) is not one that may be called"
    case .refused(.table(let name)): "\(name) is none of the source's views or their columns"
    case .refused(.action): "it does more than read"
    case .ambiguousName(let name, let alternatives):
      "\(name) stands for several things: write \(alternatives.map { "\"\($0)\"" }.joined(separator: " or "))"
    case .stepLimit: "it takes more steps than are allowed"
    case .timeLimit: "it takes longer than is allowed"
    case .interrupted: "it was interrupted"
    case .tooBig: "a value, or the text, is longer than is allowed"
    case .failed(let message): message
    case .database(let error): error.message
    }
  }

  var wayOut: String {
    switch self {
    case .stepLimit, .timeLimit: "Write it so that it looks at fewer rows for each row."
    default: "Correct the SQL. Names are those of the source version; a text stands in single quotes."
    }
  }
}

extension DiagnosticID {
  package static let mappingExpression = DiagnosticID("mapping.expression")
  package static let mappingExpressionFailed = DiagnosticID("mapping.expression-failed")
  package static let mappingConnectUnclear = DiagnosticID("mapping.connect-unclear")
}
