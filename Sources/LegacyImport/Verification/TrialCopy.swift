import Diagnostics
import FileOperations
import StoreProtection

/// What commands that change nothing do first: find all that was named, and copy the store's bytes to the temporary folder.
enum TrialCopy {
  static let stages: [any ImportStage] = [TrialLocateStage(), TrialCopyStage()]
}

/// As `LocateStage`, without anything beside the store.
private struct TrialLocateStage: ImportStage {
  let name = LocateStage().name

  func run(_ state: inout ImportState) throws {
    let locate = LocateStage()
    try locate.readAnswers(&state)
    try locate.checkVersion(state)
    try locate.find(&state)
    // Files that are being exchanged are not those of one store.
    try RunJournal.refuseOpenExchange(of: state.known(\.store).store.path, with: state.files)
  }
}

private struct TrialCopyStage: ImportStage {
  let name = "copy"

  func run(_ state: inout ImportState) throws {
    let store = try state.known(\.store)
    let files = state.files
    let trial = try TrialFolder(with: files)
    state.trial = trial
    try SpaceEstimate(lookingInto: store).check(at: trial.path, called: "the temporary folder", with: files)
    ProtectStage.useForSorting(trial.path)
    let snapshot = try files.metering(state.meter(self, .bytes, total: nil)) {
      try Snapshot(of: store, in: FileName.join(trial.path, "source"), with: files)
    }
    state.snapshot = snapshot
    // One may have begun while we were reading.
    try RunJournal.refuseOpenExchange(of: store.store.path, with: files)
    state.findings += snapshot.findings
    try state.consentsFile?.check(against: snapshot)
  }
}
