import CoreDataStore
import SQLite

/// Which indexes of a source have no counterpart. Names do not count: migrations leave old ones behind.
enum IndexComparison {
  static func leftOut(source: SchemaCatalog, schema: StoreSchema) -> Int {
    let created = Set(schema.indexes.map { shape($0.sql) })
    let found = Set(
      source.objects.filter { $0.kind == .index && $0.tableName.hasPrefix("Z") }.compactMap(\.sql).map(shape))
    return found.subtracting(created).count
  }

  /// Table and columns, without name, quotes, collation and direction.
  private static func shape(_ sql: String) -> String {
    let upper = sql.uppercased()
    let text = upper.firstRange(of: " ON ").map { String(upper[$0.upperBound...]) } ?? upper
    let words = text.split { " \"(),".contains($0) }.filter { !["COLLATE", "BINARY", "ASC"].contains($0) }
    return words.joined(separator: " ")
  }
}
