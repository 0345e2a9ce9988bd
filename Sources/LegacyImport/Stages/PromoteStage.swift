import CoreDataMigration
import CoreDataStore
import Diagnostics
import StoreProtection

/// The proven result, put in its place.
struct PromoteStage: ImportStage {
  let name = "promote"

  func run(_ state: inout ImportState) throws {
    let place = try state.known(\.place)
    let built = try state.builtPath()
    try state.known(\.snapshot).verifySourceUnchanged()
    // Something else at OUTPUT ends the run here, a dry one too.
    state.isNothingToDo = try place.isFinished(as: built)
    guard !state.request.isDryRun else { return }
    let idMap = try state.request.idMap.map { path in
      try IDMapFile(path: path, files: state.files).write(
        state.known(\.prepared).context.keys, oldUUID: state.known(\.opened).metadata.uuid,
        newUUID: state.known(\.prepared).metadata.uuid)
    }
    if !state.isNothingToDo {
      let placement = try place.place(built, external: referencedFiles(state))
      state.findings += placement.findings
    }
    try idMap?.putInPlace()
  }

  /// Files that cells of the result refer to.
  private func referencedFiles(_ state: ImportState) throws -> [ExternalDataFile] {
    guard let folder = try state.known(\.store).externalData else { return [] }
    let names = try ExternalReferences.names(
      inStore: state.builtPath(), layout: state.known(\.prepared).context.destination)
    return folder.files.filter { names.contains($0.name) }
  }
}
