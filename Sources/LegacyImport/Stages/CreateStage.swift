import CoreDataMigration
import FileOperations

/// First pass: every row with its attributes; old id to new id.
struct CreateStage: ImportStage {
  let name = "create"

  func run(_ state: inout ImportState) throws {
    let prepared = try state.known(\.prepared)
    if let template = prepared.template {
      try state.files.copy(from: template.path, to: state.builtPath(), at: .template)
    } else {
      // SQLite would make a file that others may read.
      _ = try state.files.createNew(state.builtPath())
    }
    var settings = try prepared.template?.opened.settings ?? state.known(\.opened).settings
    if state.isIntermediate { settings.usesWriteAheadLog = false }
    var destination = try CoreDataDestination(
      path: state.builtPath(), sourcePath: state.snapshotPath(), context: prepared.context,
      schema: prepared.schema, metadata: prepared.metadata, modelCache: prepared.modelCache,
      framework: prepared.framework,
      settings: settings, isTemplate: prepared.template != nil, externalData: state.externalData(),
      lostFiles: state.lostFiles)
    try destination.create()
    try destination.writeRows(
      state.meter(self, .rows, total: prepared.context.keys.destinationRows))
    state.destination = destination
    let names = state.shaped?.plan?.names
    state.entitySeconds = Dictionary(
      destination.entitySeconds.map { (names?.shown($0.key) ?? $0.key, $0.value) }, uniquingKeysWith: +)
  }
}

extension FilePoint {
  static let template: FilePoint = "template.write"
}
