import Foundation
import SQLite

/// A folder that goes when the test is over.
final class StoreScratch {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// A new database in memory with the statements run in it.
  static func database(_ statements: [String]) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create)
    for statement in statements { try connection.execute(statement) }
    return connection
  }
}
