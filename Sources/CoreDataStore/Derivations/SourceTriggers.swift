import CoreDataModel
import SQLite

/// The triggers of derived and counting attributes that a real store has, and which of them can be taken over as they
/// are.
package struct SourceTriggers {
  private let layout: StoreLayout
  private let objects: [SchemaCatalog.Object]

  /// - Parameter objects: of the file that `layout` was found in.
  package init(layout: StoreLayout, objects: [SchemaCatalog.Object]) {
    self.layout = layout
    self.objects = objects.filter {
      $0.kind == .trigger && ($0.name.hasPrefix("Z_DA_") || $0.name.hasPrefix("ZT_"))
    }
  }

  /// Those named for each derived attribute; a trigger whose name fits several attributes is nobody's.
  package var byAttribute: [PropertyKey: [SchemaCatalog.Object]] {
    let attributes = layout.model.entities.flatMap { entity in
      entity.attributes.filter(\.isKeptByTriggers).map { PropertyKey(entity.name, $0.name) }
    }
    var result: [PropertyKey: [SchemaCatalog.Object]] = [:]
    for object in objects {
      let owners = attributes.filter { isNamed(object, for: $0) }
      if owners.count == 1 { result[owners[0], default: []].append(object) }
    }
    return result
  }

  /// `Z_DA_TABLE_Entity_attribute_` or `ZT_ZTABLE_ZATTRIBUTE_`, then what it does.
  private func isNamed(_ object: SchemaCatalog.Object, for attribute: PropertyKey) -> Bool {
    if let table = layout.table(of: attribute.entity)?.name, let column = layout.column(of: attribute),
      object.name.hasPrefix("ZT_\(table)_\(column)_")
    {
      return true
    }
    let prefix = "Z_DA_\(object.tableName)_\(attribute.entity)_\(attribute.name)_"
    return ["PARAMETER_", "SOURCE_"].contains { object.name.hasPrefix(prefix + $0) }
  }

  /// For a new store of the same version: the derived attributes whose triggers, as they are, mean there what they
  /// mean here. An attribute for which the source has none needs none.
  package func keepable(in new: StoreLayout) -> [PropertyKey: [StoreSchema.Trigger]] {
    let own = byAttribute
    let (places, ownPlaces) = (StatementPlaces(new), StatementPlaces(layout))
    let owned = Set(own.values.joined())
    let strays = objects.filter { !owned.contains($0) }
    var result: [PropertyKey: [StoreSchema.Trigger]] = [:]
    for entity in layout.model.entities {
      for attribute in entity.attributes where attribute.isKeptByTriggers {
        let key = PropertyKey(entity.name, attribute.name)
        let triggers = (own[key] ?? []).compactMap { object -> StoreSchema.Trigger? in
          guard let sql = object.sql, let column = layout.column(of: key),
            TriggerText(object).isSame(in: places, as: ownPlaces, writing: column)
          else { return nil }
          return StoreSchema.Trigger(name: object.name, table: object.tableName, attribute: key, sql: sql)
        }
        // One that is nobody's may be this attribute's.
        let isWhole = !strays.contains { $0.name.hasPrefix(attribute.isDerived ? "Z_DA_" : "ZT_") }
        if triggers.count == own[key]?.count ?? 0, isWhole { result[key] = triggers }
      }
    }
    return result
  }
}
