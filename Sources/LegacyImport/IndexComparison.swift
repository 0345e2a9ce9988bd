import CoreDataStore
import SQLite

/// Which indexes of a source have no counterpart. Names do not count: migrations leave old ones behind.
enum IndexComparison {
  static func leftOut(source: SchemaCatalog, schema: StoreSchema) -> Int {
    let created = Set(schema.indexes.map(\.shape))
    let found = Set(
      source.objects.filter { $0.kind == .index && $0.tableName.hasPrefix("Z") }.compactMap(\.sql)
        .map(StoreSchema.Index.shape))
    return found.subtracting(created).count
  }
}
