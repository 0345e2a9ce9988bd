import CoreDataModel
import SQLite

/// Says whether a text is an expression, and what it reads. Needs no store.
///
/// It compiles in a database of its own in which there is nothing but the views, empty: whatever compiles there cannot
/// name a table of the store. The authorizer alone could not tell, since a common table expression that bears the name
/// of a view passes for it.
package final class ExpressionCompiler {
  private let connection: Connection
  private let views: SourceViews
  private let witness: CompilationWitness

  package init(views: SourceViews) throws(DatabaseError) {
    self.views = views
    connection = try Connection(path: ":memory:", mode: .create)
    try ExpressionFunctions.register(on: connection)
    for view in views.all { try connection.execute(view.outlineStatement) }
    ExpressionSession.limitResources(of: connection)
    let witness = CompilationWitness(views: views)
    self.witness = witness
    try connection.authorize { witness.isAllowed($0) }
  }

  package func compile(_ text: String, over entity: String) throws(ExpressionError) -> CompiledExpression {
    guard let view = views.view(of: entity) else { throw .unknownEntity(entity) }
    // SQLite takes a text to end there.
    guard !text.utf8.contains(0) else { throw .incomplete }
    guard !CommonTableBound.isExceeded(by: text) else { throw .tooComplex }
    let whole = CompiledExpression(text: text, entity: entity, properties: [])
    try prepare("SELECT ", whole.parenthesized, " FROM \(view.quotedName)", text)
    let properties = witness.properties
    // Of a text that closes the parenthesis above and opens another, none can stand where no parenthesis is open; and
    // where every row is asked, no aggregate can.
    try prepare("SELECT 1 FROM \(view.quotedName) WHERE CASE WHEN 1 THEN", "\n\(text)\n", "END", text)
    return CompiledExpression(text: text, entity: entity, properties: properties)
  }

  /// A whole statement that gives rows, over the same views.
  package func compile(query text: String) throws(ExpressionError) -> CompiledQuery {
    guard !text.utf8.contains(0) else { throw .incomplete }
    guard !CommonTableBound.isExceeded(by: text) else { throw .tooComplex }
    let query = CompiledQuery(text: text)
    // Of a text that closes the parenthesis and opens another, none can stand where a table must.
    try prepare("SELECT * FROM ", query.parenthesized, "", text)
    try prepare("SELECT 1 IN ", query.parenthesized, "", text)
    return query
  }

  private func prepare(_ before: String, _ middle: String, _ after: String, _ text: String)
    throws(ExpressionError)
  {
    witness.begin()
    let parameterCount: Int
    do throws(DatabaseError) {
      parameterCount = try connection.prepare(before + middle + after).parameterCount
    } catch {
      throw judged(error, start: before.utf8.count + (middle.hasPrefix("(") ? 2 : 1), text)
    }
    if let refusal = witness.leftover() { throw .refused(refusal) }
    if parameterCount > 0 { throw .parameters }
  }

  private func judged(_ error: DatabaseError, start: Int, _ text: String) -> ExpressionError {
    if let refusal = witness.refusal { return .refused(refusal) }
    if error.code.primary == .tooBig { return .tooBig }
    // The text is at fault only where SQLite says so: memory may be missing, and the snapshot unreadable.
    guard [.error, .notAuthorized].contains(error.code.primary) else { return .database(error) }
    for prefix in ["no such column: ", "no such table: "] where error.message.hasPrefix(prefix) {
      let name = String(error.message.dropFirst(prefix.count))
      let last = name.split(separator: ".").last.map(String.init) ?? name
      for candidate in [name, last] {
        if let alternatives = views.alternatives(for: candidate) {
          return .ambiguousName(candidate, alternatives: alternatives)
        }
      }
    }
    guard let offset = error.offset else { return .invalid(message: error.message, offset: nil) }
    // What is found behind the text, or before it, is for want of what should have stood in it.
    guard (0..<text.utf8.count).contains(offset - start) else { return .incomplete }
    return .invalid(message: error.message, offset: offset - start)
  }
}
