import CoreDataModel
import CoreDataStore
import Reports

/// Names that no user can have given: Core Data's own, SQLite's, and those that a model of the app's gives or leads to.
///
/// A name counts by its text alone, never because of where it stands. So whatever is said with these names is made of
/// nothing but words that a developer chose.
struct KnownNames {
  private var exact: Set<String>
  /// SQL does not tell upper case from lower case.
  private var spellings: [String: String] = [:]

  init() {
    exact = []
    for name in Self.framework { insert(name) }
  }

  /// The known spelling of a name; nil for one that anybody may have given.
  func spelling(of name: String) -> String? {
    if exact.contains(name) || FrameworkTable.group(of: name, primaryKeys: []) != nil { return name }
    return spellings[Self.folded(name)]
  }

  /// The entities that a store's metadata lists: Core Data takes them from the app's model. What has no version hash
  /// beside it was written by something else.
  mutating func add(versionHashes: [String: [UInt8]]) {
    for (entity, hash) in versionHashes where Self.isHash(hash) { add(entity: entity) }
  }

  /// A model that is known to be the app's, and what a new store with its entities and numbers would call things. The
  /// names in the file itself do not count: it may have got others.
  mutating func add(_ model: ManagedObjectModel, numbers: [String: Int64]?, era: SchemaEra?) {
    for entity in model.entities {
      add(entity: entity.name)
      for attribute in entity.attributes {
        add(attribute.name)
        for leaf in attribute.compositeElements {
          add(leaf.name)
          add(attribute.name, leaf.name)
        }
      }
      for relationship in entity.relationships { add(relationship.name) }
    }
    let layout = FreshLayout.layout(of: model, numbers: numbers ?? EntityNumbering.numbers(of: model))
    for table in layout.tables {
      add(table.name)
      for column in table.columns { add(column.name) }
    }
    for join in layout.joins {
      add(join.name)
      for side in [join.first, join.second] {
        add(side.column)
        if let order = side.orderColumn { add(order) }
      }
    }
    guard let era else { return }
    let schema = StoreSchema(layout: layout, era: era)
    for name in schema.indexes.map(\.name) + schema.triggers.map(\.name) + schema.spatialIndexes.map(\.name) {
      add(name)
    }
  }

  /// Entities and properties of the models that a run had, by its report.
  mutating func add(_ report: ReportBody) {
    for store in [report.source, report.destination] {
      for entity in (store.versionHashes ?? [:]).keys { add(entity: entity) }
    }
    for account in report.entities + report.steps.flatMap(\.entities) {
      for entity in [account.source, account.destination].compactMap(\.self) { add(entity: entity) }
    }
    for relationship in report.relationships {
      add(entity: relationship.entity)
      add(relationship.name)
    }
    for attribute in report.attributes {
      add(entity: attribute.entity)
      add(attribute.name)
    }
  }

  /// Whether bytes can be a version hash: 32 of them, and no text. Of digests not one in a billion is one.
  static func isHash(_ bytes: [UInt8]) -> Bool {
    bytes.count == 32 && String(validating: bytes, as: UTF8.self) == nil
  }

  private mutating func add(entity: String) {
    add(entity)
    add("Z" + entity.uppercased())
  }

  /// Names in code are words. Anything else is no name of a model's, whatever it says.
  private mutating func add(_ parts: String...) {
    let areWords = parts.allSatisfy { part in
      !part.isEmpty && part.count <= 200
        && part.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
    if areWords { insert(parts.joined(separator: ".")) }
  }

  private mutating func insert(_ name: String) {
    exact.insert(name)
    let key = Self.folded(name)
    // Of several spellings the same one is taken, in whatever order they came.
    spellings[key] = min(spellings[key] ?? name, name)
  }

  /// In capitals, as far as SQL takes letters for equal.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  private static let framework =
    FrameworkTable.system
    + words(
      """
      Z_PK Z_ENT Z_OPT Z_NAME Z_SUPER Z_MAX Z_VERSION Z_UUID Z_PLIST Z_CONTENT REFLEXIVE
      ZCHANGETYPE ZCOLUMNS ZENTITY ZENTITYPK ZTRANSACTIONID ZTOMBSTONE0 ZTOMBSTONE1 ZTOMBSTONE2 ZTOMBSTONE3 ZTOMBSTONE4
      ZTOMBSTONE5 ZAUTHOR ZAUTHORTS ZBUNDLEID ZBUNDLEIDTS ZCONTEXTNAME ZCONTEXTNAMETS ZPROCESSID ZPROCESSIDTS ZQUERYGEN
      ZTIMESTAMP
      ACHANGE_ZTRANSACTIONID_INDEX ATRANSACTION_ZAUTHORTS_INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX
      ATRANSACTION_ZCONTEXTNAMETS_INDEX ATRANSACTION_ZPROCESSIDTS_INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME
      Z_TRANSACTION_TransactionAuthorIndex Z_TRANSACTION_TransactionTimestampIndex
      sqlite_schema sqlite_master sqlite_sequence sqlite_stat1 sqlite_stat4
      """)

  /// Keys of a store's metadata that Core Data writes (format page 1.2).
  static let metadataKeys = Set(
    words(
      """
      NSStoreType NSStoreUUID NSStoreModelVersionHashes NSStoreModelVersionHashesDigest NSStoreModelVersionHashesVersion
      NSStoreModelVersionChecksumKey NSStoreModelVersionIdentifiers NSPersistenceFrameworkVersion
      NSPersistenceMaximumFrameworkVersion _NSAutoVacuumLevel _NSStoreAncillaryModelVersionHashesMetadataKey
      """))

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
