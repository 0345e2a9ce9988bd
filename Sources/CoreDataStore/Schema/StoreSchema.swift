import CoreDataModel
import SQLite

/// The statements that create a store for a layout, as Core Data writes them (format page 1.1, 2, 3).
package struct StoreSchema: Sendable {
  package struct Index: Sendable, Hashable {
    package let name: String
    package let table: String
    /// The entity it was declared for; the root entity for those of Core Data's own.
    package let entity: String
    package let sql: String

    package var shape: String { Self.shape(of: sql) }

    /// What an index is over: table and columns, without name, quotes, collation and direction.
    package static func shape(of sql: String) -> String {
      let upper = sql.uppercased()
      let text = upper.firstRange(of: " ON ").map { String(upper[$0.upperBound...]) } ?? upper
      let words = text.split { " \"(),".contains($0) }.filter { !["COLLATE", "BINARY", "ASC"].contains($0) }
      return (upper.hasPrefix("CREATE UNIQUE") ? "UNIQUE " : "") + words.joined(separator: " ")
    }
  }

  /// What keeps a derived attribute or a spatial index up to date once Core Data has the store open.
  package struct Trigger: Sendable, Hashable {
    package let name: String
    package let table: String
    /// What it is for, by the entity that declares it.
    package let attribute: PropertyKey
    package let sql: String

    package init(name: String, table: String, attribute: PropertyKey, sql: String) {
      self.name = name
      self.table = table
      self.attribute = attribute
      self.sql = sql
    }
  }

  /// Tables of entities and joins, each join behind the entity that names it.
  package let tables: [String]
  /// In the order of their tables; created after the rows.
  package let indexes: [Index]
  /// By attribute; filled after the rows, each with triggers of its own.
  package let spatialIndexes: [SpatialIndex]
  /// All there are, by attribute; created last, for they must not fire while rows come in.
  package let triggers: [Trigger]
  package let systemTables: [String]
  package let hasModelCache: Bool
  /// What the model asks for and this does not create.
  package let omissions: [Omission]

  package struct Omission: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// An index whose form is not known from real stores.
      case index
      /// A column that Core Data keeps up to date with triggers of a form that is not known.
      case derivedAttribute
    }

    package let kind: Kind
    package let entity: String
    package let name: String
  }

  /// - Parameters:
  ///   - kept: triggers that can be taken over from the source as they are, by attribute.
  ///   - indexes: those that can be taken over from a source of this very version.
  ///   - like: the spatial indexes of a source of this very version, where there is one.
  package init(
    layout: StoreLayout, era: SchemaEra, kept: [PropertyKey: [Trigger]] = [:],
    indexes keptIndexes: [Index] = [],
    like: [SpatialIndex]? = nil
  ) {
    let builder = SchemaBuilder(layout: layout, era: era)
    var tables: [String] = []
    for table in layout.tables {
      tables.append(builder.createTable(table))
      let members = Set(layout.model.subtree(of: table.rootEntity))
      for join in layout.joins where members.contains(join.namingEntity) {
        tables.append(builder.createTable(join))
      }
    }
    self.tables = tables
    let (indexes, omissions) = builder.indexes(kept: keptIndexes)
    self.indexes = indexes
    let (spatial, unmade) = builder.spatialIndexes(like: like)
    spatialIndexes = spatial
    let (triggers, unknown) = builder.triggers(kept: kept)
    self.triggers = spatial.flatMap(\.triggers) + triggers
    self.omissions = omissions + unmade + unknown
    hasModelCache = era.hasModelCache
    systemTables =
      [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      ] + (era.hasModelCache ? ["CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"] : [])
  }
}

extension StoreSchema {
  /// Of an empty store that the app made: tables and indexes are there; what keeps attributes and spatial indexes up to
  /// date goes while rows come in.
  ///
  /// - Returns: nil where it has triggers that nothing in the model explains.
  package init?(template match: LayoutMatch, catalog: SchemaCatalog) {
    let own = SourceTriggers(layout: match.layout, objects: catalog.objects).byAttribute
    spatialIndexes = match.spatialIndexes
    triggers =
      match.spatialIndexes.flatMap(\.triggers)
      + own.sorted { $0.key < $1.key }.flatMap { attribute, objects in
        objects.compactMap { object in
          object.sql.map {
            Trigger(name: object.name, table: object.tableName, attribute: attribute, sql: $0)
          }
        }
      }
    guard triggers.count == catalog.objects.count(where: { $0.kind == .trigger }) else { return nil }
    (tables, indexes, systemTables, omissions) = ([], [], [], [])
    hasModelCache = catalog.table("Z_MODELCACHE") != nil
  }
}

extension StoreSchema {
  /// Tables only: of a store that is but a step on the way, and that nobody searches.
  package var ofRowsAlone: StoreSchema {
    StoreSchema(of: self, indexes: [], spatialIndexes: [], triggers: [])
  }

  /// The same, whatever is missing of it: of a store that need not be kept up to date.
  package var withoutOmissions: StoreSchema {
    StoreSchema(
      of: self, indexes: indexes, spatialIndexes: spatialIndexes, triggers: triggers)
  }

  private init(of other: StoreSchema, indexes: [Index], spatialIndexes: [SpatialIndex], triggers: [Trigger]) {
    (tables, systemTables) = (other.tables, other.systemTables)
    hasModelCache = other.hasModelCache
    (self.indexes, self.spatialIndexes, self.triggers, omissions) = (indexes, spatialIndexes, triggers, [])
  }
}

extension JoinTable {
  /// The entity whose number and relationship name this table.
  var namingEntity: String { second.relationship.entity }
}
