import CoreDataStore
import SQLite

/// Works out expressions over the rows of a store's snapshot, which nobody changes and whose log is folded in.
///
/// The connection reads only, its authorizer lets statements do what `CompilationWitness` allows and read the store's
/// tables through the views. That is a second wall: the first is that a `CompiledExpression` compiles where the store's
/// tables are not.
package final class ExpressionSession {
  /// Bytes of the longest text, blob or row that expressions can handle.
  package static let longestValue: Int32 = 256 << 20

  package let views: SourceViews
  private let compiler: ExpressionCompiler
  private let connection: Connection
  private let witness: CompilationWitness

  /// - Parameters:
  ///   - path: the snapshot.
  ///   - layout: as it was found in that very file.
  ///   - externalData: reads external files; nil where none may be read.
  package init(path: String, layout: StoreLayout, externalData: ExternalDataFunction.Reader? = nil)
    throws(DatabaseError)
  {
    let views = SourceViews(layout: layout)
    self.views = views
    compiler = try ExpressionCompiler(views: views)
    connection = try Connection.finished(path: path)
    try ExpressionFunctions.register(on: connection)
    try ExternalDataFunction(reader: externalData).register(on: connection)
    try views.create(on: connection)
    Self.limitResources(of: connection)
    let witness = CompilationWitness(views: views)
    self.witness = witness
    let tables = Set(layout.tables.map(\.name) + layout.joins.map(\.name))
    try connection.authorize { request in
      let isWithinView = request.context.flatMap { views.view(named: $0) } != nil
      return switch request.action {
      case .read where request.database == "main" && isWithinView: tables.contains(request.first ?? "")
      case .function where request.second == ExternalDataFunction.name && isWithinView: true
      default: witness.isAllowed(request)
      }
    }
  }

  /// Ends a running evaluation once `isRequested` says so.
  package func interrupt(when isRequested: @escaping @convention(c) () -> Bool) {
    connection.interrupt(when: isRequested)
  }

  /// - Throws: what is wrong with the text.
  package func compile(_ text: String, over entity: String) throws(ExpressionError) -> CompiledExpression {
    try compiler.compile(text, over: entity)
  }

  /// Gives the value for each row of the expression's entity and its subentities, in ascending key.
  ///
  /// - Parameters:
  ///   - expression: compiled by this session.
  ///   - limits: for all rows together.
  package func evaluate(
    _ expression: CompiledExpression, limits: StatementLimits,
    _ row: (_ objectID: Int64, _ value: Value) -> Void
  ) throws(ExpressionError) {
    let statement = try prepare(expression)
    do throws(DatabaseError) {
      try connection.limited(to: limits) { () throws(DatabaseError) in
        while try statement.step() { row(statement.integer(at: 0), statement.value(at: 1)) }
      }
    } catch {
      throw judged(error)
    }
  }

  /// - Throws: what is wrong with the text.
  package func compile(query text: String) throws(ExpressionError) -> CompiledQuery {
    try compiler.compile(query: text)
  }

  /// The one value of a query's one row; NULL where it gives no row.
  ///
  /// - Throws: `.failed` where it gives several rows: which is meant would be SQLite's choice.
  package func value(of query: CompiledQuery, limits: StatementLimits) throws(ExpressionError) -> Value {
    witness.begin()
    var values: [Value] = []
    let columns: Int
    do throws(DatabaseError) {
      let statement = try connection.prepare("SELECT * FROM \(query.parenthesized)")
      columns = statement.columnCount
      try connection.limited(to: limits) { () throws(DatabaseError) in
        while values.count < 2, try statement.step() { values.append(statement.value(at: 0)) }
      }
    } catch {
      throw judged(error)
    }
    guard columns == 1, values.count < 2 else {
      throw .failed(message: "a query for one value gives more than one row or column")
    }
    return values.first ?? .null
  }

  private func prepare(_ expression: CompiledExpression) throws(ExpressionError) -> Statement {
    guard let view = views.view(of: expression.entity), let key = view.columns.first else {
      throw .unknownEntity(expression.entity)
    }
    let objectID = Identifier.quoted(key.name)
    witness.begin()
    let statement: Statement
    do throws(DatabaseError) {
      statement = try connection.prepare(
        "SELECT \(objectID), \(expression.parenthesized) FROM \(view.quotedName) ORDER BY \(objectID)")
    } catch {
      throw judged(error)
    }
    if let refusal = witness.leftover() { throw .refused(refusal) }
    return statement
  }

  private func judged(_ error: DatabaseError) -> ExpressionError {
    switch error.code.primary {
    case .interrupt:
      switch connection.stopReason {
      case .stepLimit: .stepLimit
      case .timeLimit: .timeLimit
      case .interruption, nil: .interrupted
      }
    case .tooBig: .tooBig
    case .error: .failed(message: error.message)
    default: .database(error)
    }
  }

  /// Bounds on what the text of an expression may be, and on values.
  static func limitResources(of connection: Connection) {
    connection.setLimit(.length, to: longestValue)
    connection.setLimit(.statementLength, to: 100_000)
    connection.setLimit(.expressionDepth, to: 200)
    connection.setLimit(.compoundSelect, to: 50)
    connection.setLimit(.functionArguments, to: 100)
    connection.setLimit(.patternLength, to: 1_000)
    connection.setLimit(.attachedDatabases, to: 0)
  }
}
