import CoreDataModel
import CoreDataStore
import Digests
import FileOperations
import SQLite

/// A new store in Core Data's own layout.
///
/// It is a private file without a journal: on any error it is closed and thrown away, never continued.
package struct CoreDataDestination: Destination {
  /// What of the file is taken over from the source, so that the new one is of the same make.
  package struct FileSettings: Sendable {
    package var pageSize: Int64
    package var autoVacuum: Int64
    package var encoding: String
    package var userVersion: Int64
    package var applicationID: Int64
    /// Header of a store in WAL mode.
    package var usesWriteAheadLog: Bool

    package init(_ source: Connection, usesWriteAheadLog: Bool) throws(DatabaseError) {
      pageSize = try source.integer("PRAGMA page_size")
      autoVacuum = try source.integer("PRAGMA auto_vacuum")
      encoding = try source.rows("PRAGMA encoding").first?.first?.string ?? "UTF-8"
      userVersion = try source.integer("PRAGMA user_version")
      applicationID = try source.integer("PRAGMA application_id")
      self.usesWriteAheadLog = usesWriteAheadLog
    }
  }

  private let context: MigrationContext
  private let connection: Connection
  private let schema: StoreSchema
  private let metadata: StoreMetadata
  private let modelCache: ModelCache?
  private let framework: FrameworkTables
  private let settings: FileSettings
  /// Whether the file is a copy of an empty store that the app made, and only to be filled.
  private let isTemplate: Bool
  private let idMap: IDMapFunction
  package private(set) var entitySeconds: [String: Double] = [:]

  /// Opens a new file at `path`, or with `isTemplate` the one that is there, with the source attached.
  package init(
    path: String, sourcePath: String, context: MigrationContext, schema: StoreSchema, metadata: StoreMetadata,
    modelCache: ModelCache?, framework: FrameworkTables, settings: FileSettings,
    isTemplate: Bool, externalData: ExternalDataReader, lostFiles: Set<String>
  ) throws(DatabaseError) {
    self.context = context
    self.schema = schema
    self.metadata = metadata
    self.modelCache = modelCache
    self.framework = framework
    self.settings = settings
    self.isTemplate = isTemplate
    connection = try Connection(path: path, mode: isTemplate ? .readWrite : .create)
    connection.obeyInterruption()
    if !isTemplate {
      try connection.execute(
        """
        PRAGMA main.page_size = \(settings.pageSize);
        PRAGMA main.auto_vacuum = \(settings.autoVacuum);
        PRAGMA main.encoding = \(Identifier.literal(settings.encoding));
        """)
    }
    // A small cache is also the size of a sorter's runs: larger ones are slower and take more memory.
    try connection.execute(
      """
      PRAGMA main.locking_mode = EXCLUSIVE;
      PRAGMA main.journal_mode = OFF;
      PRAGMA main.synchronous = OFF;
      PRAGMA main.cache_size = -4096;
      PRAGMA temp_store = FILE;
      PRAGMA threads = 1;
      """)
    try connection.attach(sourcePath, as: MigrationContext.schema)
    idMap = IDMapFunction(context)
    try idMap.register(on: connection)
    try ValueFunctions(context: context, externalData: externalData, lostFiles: lostFiles).register(
      on: connection)
  }

  package mutating func create() throws {
    try connection.execute("BEGIN")
    guard !isTemplate else {
      // They come back when the rows are in: Core Data's call functions that only it has.
      for trigger in schema.triggers {
        try connection.execute("DROP TRIGGER main.\(Identifier.quoted(trigger.name))")
      }
      return
    }
    for statement in schema.tables { try connection.execute(statement) }
    try frameworkPass.create()
    if settings.userVersion != 0 {
      try connection.execute("PRAGMA main.user_version = \(settings.userVersion)")
    }
    if settings.applicationID != 0 {
      try connection.execute("PRAGMA main.application_id = \(settings.applicationID)")
    }
  }

  package mutating func writeRows(_ meter: WorkMeter?) throws {
    var seconds: [String: Double] = [:]
    try connection.watchingRows(meter?.add) { seconds = try FirstPass(context: context).run(on: connection) }
    entitySeconds = seconds
    try frameworkPass.writeRows()
  }

  package mutating func connect(_ meter: WorkMeter?) throws {
    try connection.watchingRows(meter?.add) {
      try SecondPass(context: context, idMap: idMap).run(on: connection)
      try DerivedPass(context: context).run(on: connection)
    }
  }

  package mutating func finish() throws {
    // In the order in which Core Data creates them (format page 1.1).
    for index in schema.indexes { try connection.execute(index.sql) }
    for index in schema.spatialIndexes {
      if !isTemplate { try connection.execute(index.createStatement) }
      try connection.execute(index.fillStatement)
    }
    // One statement each, whatever else a text may hold.
    for trigger in schema.triggers { try connection.prepare(trigger.sql).run() }
    for statement in schema.systemTables { try connection.execute(statement) }
    try writePrimaryKeys()
    try frameworkPass.finish()
    try writeMetadata()
    try connection.execute("COMMIT")
    try connection.execute("DETACH \(MigrationContext.schema)")
    if settings.usesWriteAheadLog {
      // Sets the header as in the source; the empty log goes when the connection closes.
      try connection.execute("PRAGMA main.locking_mode = NORMAL; PRAGMA main.journal_mode = WAL;")
    }
    try connection.close()
  }

  private var frameworkPass: FrameworkPass { FrameworkPass(tables: framework, connection: connection) }

  /// Statements end with their scope: the file cannot be closed before.
  private func writeMetadata() throws(DatabaseError) {
    let row = try connection.prepare(
      isTemplate
        ? "UPDATE main.Z_METADATA SET Z_VERSION = ?, Z_UUID = ?, Z_PLIST = ?"
        : "INSERT INTO main.Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (?, ?, ?)")
    try row.bind(.integer(metadata.version), at: 1)
    try row.bind(.text(metadata.uuid), at: 2)
    try row.bind(.blob(metadata.plistBytes), at: 3)
    try row.run()
    guard let modelCache, schema.hasModelCache, !isTemplate else { return }
    let cache = try connection.prepare("INSERT INTO main.Z_MODELCACHE (Z_CONTENT) VALUES (?)")
    try cache.bind(.blob(modelCache.content), at: 1)
    try cache.run()
  }

  private func writePrimaryKeys() throws(DatabaseError) {
    let row = try connection.prepare(
      isTemplate
        ? "UPDATE main.Z_PRIMARYKEY SET Z_NAME = ?2, Z_SUPER = ?3, Z_MAX = ?4 WHERE Z_ENT = ?1"
        : "INSERT INTO main.Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
    let model = context.plan.destination
    for (name, number) in context.destination.numbers.sorted(by: { $0.value < $1.value }) {
      let parent = model.entity(name)?.superentity
      try row.bind(.integer(number), at: 1)
      try row.bind(.text(name), at: 2)
      try row.bind(.integer(parent.flatMap { context.destination.number(of: $0) } ?? 0), at: 3)
      try row.bind(.integer(parent == nil ? try maximumKey(root: name) : 0), at: 4)
      try row.run()
      row.reset()
    }
  }

  /// The highest key handed out: of the rows there are, and of the source's counter where its keys are kept, so that
  /// the key of a deleted object is not given to another.
  private func maximumKey(root: String) throws(DatabaseError) -> Int64 {
    guard let table = context.destination.table(of: root) else { return 0 }
    let highest = try connection.integer("SELECT max(Z_PK) FROM main.\(Identifier.quoted(table.name))")
    let feeds = RowExpressions(context: context, table: table).feeds()
    let counters = feeds.compactMap { feed -> Int64? in
      let number = context.source.layout.number(of: feed.sourceTable.rootEntity)
      let counter = context.sourcePrimaryKeys.first { $0.number == number }?.maximumKey
      return switch feed.assignment {
      case .kept: counter
      case .shifted(let offset): counter.map { $0 + offset }
      case .ranked: nil
      }
    }
    return max(highest, counters.max() ?? 0)
  }
}
