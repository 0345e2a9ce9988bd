import CoreDataModel
import SQLite

/// The R-tree over the coordinates of a place, as Core Data makes it (format page 2.7).
package struct SpatialIndex: Sendable, Hashable {
  /// The transient attribute that asks for it, by the entity that declares it.
  package let attribute: PropertyKey
  package let name: String
  /// The table whose rows it knows.
  package let table: String
  /// Columns of the coordinates, in the order of the model.
  package let columns: [String]
  /// Whether triggers keep it up to date: it depends on the store's age.
  package var hasTriggers = true

  /// Nil for an attribute that is no place, and where no real store shows the form.
  init?(_ key: PropertyKey, in layout: StoreLayout) {
    let model = layout.model
    guard let attribute = model.entity(key.entity)?.attributes.first(where: { $0.name == key.name }),
      attribute.isTransient, attribute.locationComponents.count == 2,
      // All rows of the table are in it: seen only where all of them have the attribute.
      model.root(of: key.entity) == key.entity, let table = layout.table(of: key.entity)?.name
    else { return nil }
    var columns: [String] = []
    for component in attribute.locationComponents {
      guard let type = model.entity(key.entity)?.attributes.first(where: { $0.name == component })?.type,
        [.double, .float].contains(type),
        let column = layout.column(of: PropertyKey(key.entity, component)), !columns.contains(column)
      else { return nil }
      columns.append(column)
    }
    let name = "Z_RT_\(key.entity)_\(key.name)"
    guard ([name, table] + columns).allSatisfy({ Identifier.plainOrQuoted($0) == $0 }) else { return nil }
    self.attribute = key
    self.name = name
    self.table = table
    self.columns = columns
  }

  /// The places of a model, by entity and name, those of an unknown form too.
  static func attributes(of model: ManagedObjectModel) -> [PropertyKey] {
    model.entities.flatMap { entity in
      entity.attributes.filter { !$0.locationComponents.isEmpty }.map { PropertyKey(entity.name, $0.name) }
        .sorted()
    }
  }

  package var createStatement: String {
    let bounds = columns.flatMap { ["\($0)_MIN FLOAT", "\($0)_MAX FLOAT"] }
    return
      "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(bounds.joined(separator: ", ")))"
  }

  /// Every row has an entry; a coordinate that is NULL is 0 there, as it is when a trigger makes the entry.
  package var fillStatement: String {
    let cells = columns.flatMap { [$0, $0] }.joined(separator: ", ")
    return
      "INSERT INTO main.\(name) (\(boundColumns)) SELECT Z_PK, \(cells) FROM main.\(table) NOT INDEXED ORDER BY Z_PK"
  }

  /// SQLite makes these for the virtual table.
  package var shadowTables: [String] { ["node", "parent", "rowid"].map { "\(name)_\($0)" } }

  package var triggers: [StoreSchema.Trigger] { hasTriggers ? knownTriggers : [] }

  /// Those of a store whose triggers keep it up to date. The odd blanks, that before the first comma of the cells too,
  /// are Core Data's.
  var knownTriggers: [StoreSchema.Trigger] {
    let cells = "NEW.\(columns[0]) ,NEW.\(columns[0]), NEW.\(columns[1]), NEW.\(columns[1])"
    let entry = "INTO \(name) (\(boundColumns)) VALUES (NEW.Z_PK, \(cells)) ; END"
    let events = [
      ("INSERT", "INSERT OR REPLACE \(entry)"),
      ("UPDATE", "DELETE FROM \(name) WHERE Z_PK = NEW.Z_PK ; INSERT \(entry)"),
      ("DELETE", "DELETE FROM \(name) WHERE Z_PK = OLD.Z_PK ; END"),
    ]
    return events.map { event, body in
      StoreSchema.Trigger(
        name: "\(name)_\(event)", table: table, attribute: attribute,
        sql: "CREATE TRIGGER \(name)_\(event) AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(body)")
    }
  }

  private var boundColumns: String {
    (["Z_PK"] + columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }).joined(separator: ", ")
  }
}
