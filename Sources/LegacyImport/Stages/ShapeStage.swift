import CoreDataMapping
import CoreDataMigration
import CoreDataStore
import Diagnostics
import Expressions
import FileOperations
import SQLite

/// What a mapping file says, carried out on a private copy of the source, which the passes then start from.
struct ShapeStage: ImportStage {
  let name = "shape"

  func run(_ state: inout ImportState) throws {
    guard let given = state.step else { return }
    let source = try state.known(\.source)
    let target = try state.known(\.targetVersion).model
    let match = try SourceLayout(state).match(model: source.model)
    let snapshot = try state.snapshotPath()
    let external = try state.externalData()
    let session = try ExpressionSession(path: snapshot, layout: match.layout) { name in
      try external.exists(name) ? try external.content(of: name) : nil
    }
    let plan = try ShapePlanner.plan(
      step: given.step, file: given.file, source: source.model, destination: target, session: session)
    state.consents += given.step.drop.compactMap { Consent("drop:\($0.value.text)") }
    guard let plan else { return }
    let path = FileName.join(try state.workFolder(), "shaped.sqlite")
    try state.files.removeFileIfPresent(path, at: .shape)
    try state.files.copy(from: snapshot, to: path, at: .shape)
    let obstacles = try Shaper(plan, path: path, source: match.layout, session: session).run()
    let connection = try Connection.finished(path: path)
    state.shaped = ShapedInput(
      plan: plan, path: path, catalog: try SchemaCatalog(connection),
      primaryKeys: try PrimaryKeyRow.read(connection), obstacles: obstacles)
  }
}

extension FilePoint {
  static let shape: FilePoint = "shape.write"
}
