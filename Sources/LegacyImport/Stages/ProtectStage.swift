import FileOperations
import StoreProtection

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The source's bytes, copied to a private place beside OUTPUT.
struct ProtectStage: ImportStage {
  let name = "protect"

  func run(_ state: inout ImportState) throws {
    let store = try state.known(\.store)
    try SpaceEstimate(of: store).check(at: FileName.folder(of: state.request.output), with: state.files)
    let place = try OutputPlace(output: state.request.output, source: store, with: state.files)
    state.place = place
    // SQLite sorts in files; they belong beside the result, where there is room for it.
    setenv("SQLITE_TMPDIR", place.scratchFolder, 1)
    let snapshot = try Snapshot(of: store, in: place.scratchFolder + "/source", with: state.files)
    state.snapshot = snapshot
    state.findings += snapshot.findings
  }
}
