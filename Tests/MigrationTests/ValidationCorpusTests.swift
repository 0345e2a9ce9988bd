import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import Foundation
import SQLite
import Testing

/// Real stores against byte copies of themselves: both finders agree on every column, and what Core Data
/// wrote is found good.
@Suite(.enabled(if: ValidationCorpus.isThere, "needs ../shared")) struct ValidationCorpusTests {
  @Test func theCorpusIsThere() { #expect(ValidationCorpus.stores.count >= 40) }

  /// The writer leaves cells of other entities empty; a migration in place does not (format page, fact 4).
  /// It also mends names that a rename in place has left in `Z_PRIMARYKEY` (fact 1).
  static let writersRules: Set<DiagnosticID> = [
    .validationForeignCell, .validationAccountOpen, .validationEntityTableDiffers,
  ]

  @Test(arguments: ValidationCorpus.stores) func aCopyIsFoundGood(_ store: ValidationCorpus.Store) throws {
    let folder = try ValidationFolder()
    let old = folder.file("old")
    try store.copy(to: old)
    let new = folder.file("new")
    try FileManager.default.copyItem(atPath: old, toPath: new)
    guard let model = try store.model(of: old) else { return }
    let result = try Validator(ValidationShelf.request(source: old, destination: new, from: model, to: model))
      .run()
    let unexpected = result.differences.filter { !Self.writersRules.contains($0.id) }
    #expect(
      unexpected.map { "\($0.id) \($0.subject.entity ?? "").\($0.subject.property ?? "") \($0.summary)" }
        == [])
    if result.differences.isEmpty {
      #expect(result.entities.allSatisfy { $0.read == $0.migrated + $0.dropped })
    }
  }

  /// Without this the test above could pass by finding no model for any store.
  @Test func manyStoresHaveAModel() throws {
    let folder = try ValidationFolder()
    var found = 0
    for (index, store) in ValidationCorpus.stores.enumerated() {
      let path = folder.file("store\(index)")
      try store.copy(to: path)
      if try store.model(of: path) != nil { found += 1 }
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(found >= 35)
  }
}

enum ValidationCorpus {
  struct Store: Sendable, CustomTestStringConvertible {
    let path: String
    let models: [String]

    var testDescription: String {
      path.split(separator: "/").suffix(4).joined(separator: "/")
    }

    /// Copies the store with its log and folds the log in.
    func copy(to target: String) throws {
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix)
      }
      let connection = try Connection(path: target, mode: .readWrite)
      try connection.execute("PRAGMA journal_mode = DELETE")
      try connection.close()
    }

    /// The model the file at `path`, a copy of this store, is laid out by.
    func model(of path: String) throws -> ManagedObjectModel? {
      for bundle in models {
        for version in (try? ModelBundle(path: bundle))?.versions ?? [] {
          guard case .success(let model) = version.result else { continue }
          if (try? ValidationShelf.match(path, model))?.layout.unownedColumns == [] { return model }
        }
      }
      return nil
    }
  }

  static let shared: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("shared").path
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: "\(shared)/corpus") }

  /// Sorted by path.
  static let stores: [Store] = {
    var stores: [String] = []
    var bundles: [String] = []
    for file in FileManager.default.enumerator(atPath: "\(shared)/corpus") ?? .init() {
      guard let file = file as? String else { continue }
      let path = "\(shared)/corpus/\(file)"
      if [".sqlite", ".store", ".storedata", ".db"].contains(where: path.hasSuffix) { stores.append(path) }
      if path.hasSuffix(".xcdatamodeld")
        || (path.hasSuffix(".xcdatamodel") && !path.contains(".xcdatamodeld/"))
      {
        bundles.append(path)
      }
    }
    return stores.sorted().compactMap { store in
      // Models lie beside the folder of stores, in the same case.
      let prefix = store.split(separator: "/").prefix(
        shared.split(separator: "/").count + 3
      ).joined(separator: "/")
      let own = bundles.filter { $0.hasPrefix("/\(prefix)/") || $0.hasPrefix("/\(prefix).") }
      let isSQLite =
        FileManager.default.contents(atPath: store)?.starts(with: Data("SQLite format 3".utf8)) ?? false
      return own.isEmpty || !isSQLite ? nil : Store(path: store, models: own.sorted())
    }
  }()
}
