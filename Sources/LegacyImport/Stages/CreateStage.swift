import CoreDataMigration

/// First pass: every row with its attributes; old id to new id.
struct CreateStage: ImportStage {
  let name = "create"

  func run(_ state: inout ImportState) throws {
    let prepared = try state.known(\.prepared)
    var destination = try CoreDataDestination(
      path: state.builtPath(), sourcePath: state.snapshotPath(), context: prepared.context,
      schema: prepared.schema, metadata: prepared.metadata, modelCache: prepared.modelCache,
      framework: prepared.framework, settings: state.known(\.opened).settings,
      externalData: state.externalData(),
      lostFiles: state.lostFiles)
    try destination.create()
    try destination.writeRows()
    state.destination = destination
  }
}
