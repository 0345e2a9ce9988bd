import CoreDataModel
import SQLite

/// The indexes that a real store has because its model asked for them, whatever the model says by now.
///
/// No version hash covers an index: a store may have others than the model of its version asks for today.
package struct SourceIndexes {
  private let layout: StoreLayout
  private let objects: [SchemaCatalog.Object]

  /// - Parameter objects: of the file that `layout` was found in.
  package init(layout: StoreLayout, objects: [SchemaCatalog.Object]) {
    self.layout = layout
    self.objects = objects.filter { $0.kind == .index }
  }

  /// For a new store of the same version: those that are named as Core Data names them, and mean there what they mean
  /// here.
  package func keepable(in new: StoreLayout) -> [StoreSchema.Index] {
    let (places, own) = (StatementPlaces(new), StatementPlaces(layout))
    return objects.compactMap { object in
      guard let sql = object.sql, let text = StatementText(sql), isIndex(text, object),
        let table = layout.tables.first(where: { $0.name == object.tableName }),
        let entity = entity(of: object.name, in: table),
        text.isSame(in: places, as: own, from: 3, isFunction: { _ in false })
      else { return nil }
      return StoreSchema.Index(name: object.name, table: table.name, entity: entity, sql: sql)
    }
  }

  /// `CREATE INDEX name ON TABLE (…)`, and nothing behind. What has to be unique is hashed: the model says it.
  private func isIndex(_ text: StatementText, _ object: SchemaCatalog.Object) -> Bool {
    text.tokens.starts(with: [
      .word("CREATE"), .word("INDEX"), .word(object.name), .word("ON"), .word(object.tableName), .sign("("),
    ]) && !text.tokens.contains(.sign(";"))
  }

  /// `Z_Entity_…` or `ZTABLE_…`; migrations in place leave names that no longer fit.
  private func entity(of index: String, in table: EntityTable) -> String? {
    let named = layout.model.subtree(of: table.rootEntity).filter { index.hasPrefix("Z_\($0)_") }
    return named.max { $0.count < $1.count } ?? (index.hasPrefix(table.name + "_") ? table.rootEntity : nil)
  }
}
