import CoreDataModel
import CoreDataStore
import Foundation
import Testing

/// What a difference says of storage, against the schemas of fresh stores of both versions.
@Suite("Storage, as the difference of two models tells it")
struct DifferenceStorageTests {
  /// The values take another form in columns that stay as they are, or the program does not write what changes.
  private static let formOnly: Set<String> = ["external storage", "value transformer", "derivation"]

  private static func schema(_ model: ManagedObjectModel) -> Set<String> {
    let schema = StoreSchema(layout: FreshLayout.layout(of: model), era: SchemaEra(frameworkVersion: 1000))
    return Set(schema.tables + schema.indexes.map(\.sql))
  }

  @Test("Every type to every other")
  func types() throws {
    let types = AttributeType.allCases.filter { ![.undefined, .objectID, .composite].contains($0) }
    for old in types {
      for new in types where new != old {
        let models = try [old, new].map { type in
          try ManagedObjectModel(name: "M", entities: [.make("E", [.init(name: "a", type: type)])])
        }
        let change = try #require(ModelDifference(from: models[0], to: models[1]).changes.first)
        // A String and a URI, a UUID and other bytes, have one declared type; they lie in other groups.
        let isSameColumn = Self.schema(models[0]) == Self.schema(models[1])
        #expect(isSameColumn || change.changesStorage, "\(old) \(new)")
        let declared = [old, new].map { DeclaredType.of($0) }
        if declared[0] == declared[1], ["INTEGER", "FLOAT"].contains(declared[0]) {
          #expect(!change.changesStorage, "\(old) \(new)")
        } else {
          #expect(change.changesStorage, "\(old) \(new)")
        }
      }
    }
  }

  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/corpus").path
  private static let hasCorpus = FileManager.default.fileExists(atPath: corpus)

  @Test("Real neighbours", .enabled(if: hasCorpus, "needs ../shared"))
  func ladders() throws {
    let names = FileManager.default.enumerator(atPath: Self.corpus)?.allObjects as? [String] ?? []
    var (equal, different) = (0, 0)
    for name in names.sorted() where name.hasSuffix(".xcdatamodeld") {
      let versions = try ModelBundle(path: Self.corpus + "/" + name).versions.compactMap {
        try? $0.result.get()
      }
      for (old, new) in zip(versions, versions.dropFirst()) {
        let changes = ModelDifference(from: old, to: new).changes.filter(\.changesStorage)
        if Self.schema(old) == Self.schema(new) {
          equal += 1
          // An entity that went and came again by another identifier gets the same table, without its rows.
          let left = changes.filter {
            !Self.formOnly.contains($0.characteristic ?? "") && ($0.kind != .entity || $0.action == .changed)
          }
          #expect(left.isEmpty, "\(name): \(old.name) to \(new.name)")
        } else {
          different += 1
          #expect(!changes.isEmpty, "\(name): \(old.name) to \(new.name)")
        }
      }
    }
    #expect(equal >= 7 && different >= 100, "\(equal) \(different)")
  }
}
