import Diagnostics
import FileOperations
import StoreProtection

/// What commands that change nothing do first: find all that was named, and copy the store's bytes to the temporary folder.
struct TrialCopy {
  /// Told what is under way.
  let stage: @Sendable (String) -> Void

  func take(_ state: inout ImportState) throws {
    let locate = LocateStage()
    stage(locate.name)
    try locate.readAnswers(&state)
    try locate.checkVersion(state)
    try locate.find(&state)
    let store = try state.known(\.store)
    let files = state.files
    // Files that are being exchanged are not those of one store.
    try RunJournal.refuseOpenExchange(of: store.store.path, with: files)
    stage("copy")
    let trial = try TrialFolder(with: files)
    state.trial = trial
    try SpaceEstimate(lookingInto: store).check(at: trial.path, called: "the temporary folder", with: files)
    ProtectStage.useForSorting(trial.path)
    let snapshot = try Snapshot(of: store, in: FileName.join(trial.path, "source"), with: files)
    state.snapshot = snapshot
    // One may have begun while we were reading.
    try RunJournal.refuseOpenExchange(of: store.store.path, with: files)
    state.findings += snapshot.findings
    try state.consentsFile?.check(against: snapshot)
  }
}
