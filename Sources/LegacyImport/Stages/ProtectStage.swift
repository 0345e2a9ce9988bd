import Diagnostics
import FileOperations
import StoreProtection

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The source's bytes, copied to a private place; in place, the store locked and its safety copy proven before that.
struct ProtectStage: ImportStage {
  let name = "protect"

  func run(_ state: inout ImportState) throws {
    let meter = state.meter(self, .bytes, total: nil)
    try state.files.metering(meter) {
      if let output = state.request.output {
        try protect(&state, output: output)
      } else {
        try protectInPlace(&state)
      }
    }
    if let snapshot = state.snapshot { try state.consentsFile?.check(against: snapshot) }
    state.findings += state.snapshot?.findings ?? []
  }

  private func protect(_ state: inout ImportState, output: String) throws {
    let store = try state.known(\.store)
    try SpaceEstimate(of: store, inPlace: false, steps: state.hasSteps)
      .check(at: FileName.folder(of: output), called: "OUTPUT", with: state.files)
    let place = try OutputPlace(output: output, source: store, with: state.files)
    state.place = place
    try takeSnapshot(&state)
    // One may have begun while we were reading.
    try RunJournal.refuseOpenExchange(of: store.store.path, with: state.files)
  }

  private func protectInPlace(_ state: inout ImportState) throws {
    let session = try state.known(\.session)
    var request = state.request
    request.allowed += state.consentsFile?.allowed ?? []
    let digest = try RequestDigest(
      request: request, target: state.target?.name, discovered: state.models.discovered?.paths ?? [],
      files: state.files
    ).text()
    state.requestDigest = digest
    if try isDone(digest, session, &state) { return }
    guard !state.request.isDryRun else {
      state.trial = try TrialFolder(with: state.files)
      try SpaceEstimate(of: state.known(\.store), inPlace: false, steps: state.hasSteps)
        .check(at: state.workFolder(), called: "the temporary folder", with: state.files)
      return try takeSnapshot(&state)
    }
    try session.lockStore()
    // What was found before nobody else could write may be old by now.
    var store = try locate(&state)
    try SpaceEstimate(of: store, inPlace: true, steps: state.hasSteps)
      .check(at: FileName.folder(of: store.store.path), called: "the store", with: state.files)
    try session.prepare()
    // It may have let go of the store, to wait for another run.
    store = try locate(&state)
    // Another run may have done it while this one waited.
    if try isDone(digest, session, &state) { return }
    try session.begin(.import, request: digest)
    state.files.expectCopying(of: store.fullSize)
    let copy = try session.secure(externalData: store.externalData?.path)
    Self.useForSorting(session.folder.work)
    state.snapshot = try Snapshot(
      of: store, from: session.files(of: copy), in: FileName.join(session.folder.work, "source"),
      with: state.files)
  }

  private func locate(_ state: inout ImportState) throws(DiagnosticError) -> StoreFiles {
    do throws(StoreFilesError) {
      let store = try StoreFiles(locating: state.request.store, with: state.files)
      state.store = store
      return store
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
  }

  private func isDone(
    _ request: String, _ session: InPlaceSession, _ state: inout ImportState
  ) throws(DiagnosticError) -> Bool {
    guard let run = try session.runThatDid(request) else { return false }
    state.isNothingToDo = true
    state.findings.append(
      Diagnostic(
        .runAlreadyDone, .note,
        summary: "The store is what run \(run) made of it, and that run was asked for the same."))
    if state.request.idMap != nil {
      state.findings.append(
        Diagnostic(
          .idMapNotWritten, .note,
          summary: "No old-id map was written: it is made while rows are carried over, and none were.",
          recovery: [
            "Put the safety copy back with restore, and run again: the map and the store will be the same."
          ]))
    }
    return true
  }

  private func takeSnapshot(_ state: inout ImportState) throws {
    let work = try state.workFolder()
    Self.useForSorting(work)
    state.snapshot = try Snapshot(
      of: state.known(\.store), in: FileName.join(work, "source"), with: state.files)
  }

  /// SQLite sorts in files; they belong beside the result, where there is room for it.
  static func useForSorting(_ folder: String) { setenv("SQLITE_TMPDIR", folder, 1) }
}
