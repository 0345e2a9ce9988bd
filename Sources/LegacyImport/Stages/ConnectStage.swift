import CoreDataMigration
import Diagnostics
import SQLite

/// Second pass: links through the old-id map; then indexes and metadata, and the file is closed.
struct ConnectStage: ImportStage {
  let name = "connect"

  func run(_ state: inout ImportState) throws {
    var destination = try state.known(\.destination)
    state.destination = nil
    try destination.connect(state.meter(self, .rows, total: nil))
    do {
      try destination.finish()
    } catch let error as DatabaseError where error.code.primary == .constraint {
      // What a unique index of the new model does not allow. Nothing was put in place.
      throw DiagnosticError(
        .blocked,
        Diagnostic(
          .notUnique, .error,
          summary:
            "The new model allows each value (or combination) once, and rows would share theirs: \(error.message).",
          recovery: ["Remove or change the duplicates in the app, or take the constraint out of the model."]))
    }
    guard !state.isIntermediate else { return }
    try state.files.synchronizeFile(state.builtPath(), at: "destination.sync")
  }
}
