/// Second pass: links through the old-id map; then indexes and metadata, and the file is closed.
struct ConnectStage: ImportStage {
  let name = "connect"

  func run(_ state: inout ImportState) throws {
    var destination = try state.known(\.destination)
    state.destination = nil
    try destination.connect()
    try destination.finish()
    try state.files.synchronizeFile(state.builtPath(), at: "destination.sync")
  }
}
