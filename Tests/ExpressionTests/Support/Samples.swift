import CoreDataModel
import CoreDataStore
import Foundation
import SQLite

@testable import Expressions

/// A copy of a store in a folder that goes when the test is over.
final class SampleStore {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let cases = repository.deletingLastPathComponent().appendingPathComponent("shared/cases").path
  static let haveCases = FileManager.default.fileExists(atPath: cases)

  private let folder: URL
  let path: String
  let model: ManagedObjectModel
  let layout: StoreLayout

  /// - Parameter change: done to the copy before its layout is found.
  init(_ store: String, _ model: ManagedObjectModel, change: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "expression-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.appendingPathComponent("Copy.sqlite").path
    try FileManager.default.copyItem(atPath: store, toPath: path)
    self.model = model
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("PRAGMA journal_mode = DELETE")
      for statement in change { try connection.execute(statement) }
      layout = try LayoutMatcher(
        model: model, catalog: SchemaCatalog(connection), primaryKeys: PrimaryKeyRow.read(connection)
      ).match().layout
      try connection.close()
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The fixture of version 1.
  static func library(_ store: String = "library-1.sqlite", change: [String] = []) throws -> SampleStore {
    let fixtures = repository.appendingPathComponent("LegacyFixtures").path
    let model = try ModelBundle(path: fixtures + "/Library.xcdatamodeld").version(named: "Library")
    return try SampleStore(fixtures + "/" + store, model, change: change)
  }

  func session(_ externalData: ExternalDataFunction.Reader? = nil) throws -> ExpressionSession {
    try ExpressionSession(path: path, layout: layout, externalData: externalData)
  }

  /// What the store's tables say, without a view.
  func rows(_ sql: String) throws -> [[Value]] { try Connection.finished(path: path).rows(sql) }
}

extension ExpressionSession {
  func rows(
    _ text: String, over entity: String, limits: StatementLimits = StatementLimits(steps: 10_000_000)
  ) throws(ExpressionError) -> [[Value]] {
    var result: [[Value]] = []
    try evaluate(compile(text, over: entity), limits: limits) { result.append([.integer($0), $1]) }
    return result
  }
}

extension ExpressionCompiler {
  /// Over a model of which there is no store.
  convenience init(model: ManagedObjectModel) throws {
    try self.init(views: SourceViews(layout: FreshLayout.layout(of: model)))
  }

  static func library() throws -> ExpressionCompiler {
    let fixtures = SampleStore.repository.appendingPathComponent("LegacyFixtures/Library.xcdatamodeld").path
    return try ExpressionCompiler(model: ModelBundle(path: fixtures).version(named: "Library"))
  }

  func error(_ text: String, over entity: String = "Book") -> ExpressionError? {
    do throws(ExpressionError) {
      _ = try compile(text, over: entity)
      return nil
    } catch {
      return error
    }
  }
}

/// The value of an expression without a store: the functions alone.
func value(_ expression: String, _ arguments: [Value] = []) throws -> Value {
  let connection = try Connection(path: ":memory:", mode: .create)
  try ExpressionFunctions.register(on: connection)
  return try connection.rows("SELECT \(expression)", arguments)[0][0]
}
