import CoreDataModel
import Diagnostics
import FileOperations

/// The store that is to be verified: is it sound, and of which version is it?
struct OutputStage: ImportStage {
  let name = "open output"
  private let output: String

  /// - Parameter output: its path.
  init(_ output: String) { self.output = output }

  /// What a person calls it.
  static let title = "OUTPUT"

  func run(_ state: inout ImportState) throws {
    let verified = try state.files.metering(state.meter(self, .bytes, total: nil)) {
      try SideStore(
        output, called: Self.title, in: FileName.join(state.workFolder(), "output"), with: state.files)
    }
    try refuseItself(verified, state)
    state.verified = verified
    // The new store of a run in place is the same store still.
    if try verified.opened.metadata.uuid == state.known(\.opened).metadata.uuid {
      state.request.keepsUUID = true
    }
    state.targetVersion = try version(of: verified, state)
  }

  private func refuseItself(_ verified: SideStore, _ state: ImportState) throws(DiagnosticError) {
    let (one, other) = (try state.known(\.store).store.status, verified.files.store.status)
    guard one.inode == other.inode, one.device == other.device else { return }
    throw DiagnosticError(
      .usage,
      Diagnostic(
        .verifyItself, .error, summary: "STORE and OUTPUT are one file: there is nothing to compare.",
        recovery: [
          "After a run in place, what the store was is in its newest safety copy: import-legacy copies list STORE shows where."
        ]))
  }

  /// Of the models' versions, the one whose hashes it has; without a model, the one that it says it has.
  private func version(of verified: SideStore, _ state: ImportState) throws(DiagnosticError) -> GivenVersion {
    let opened = verified.opened
    let recogniser = VersionRecogniser(
      metadata: opened.metadata, models: state.models, cache: opened.modelCache, catalog: opened.catalog,
      primaryKeys: opened.primaryKeys)
    guard let target = state.targetVersion else {
      let recognition = recogniser.recognise()
      guard case .known(let found, _) = recognition.answer else {
        throw SideStore.about(
          Self.title, DiagnosticError(.notRecognised, recognition.obstacle(hasModels: false)))
      }
      return found.version.publishing(opened.metadata.versionHashes, from: .template)
    }
    let others =
      state.request.modelVersion == nil && state.models.bundles.count == 1 ? state.models.bundles[0] : []
    let fitting = ([target] + others).first { version in
      let candidate = recogniser.candidate(version)
      return candidate.differing.isEmpty || recogniser.fitsButForUnproven(candidate)
    }
    guard let fitting else {
      let differing = recogniser.candidate(target).differing
      throw DiagnosticError(
        .notRecognised,
        Diagnostic(
          .verifyOtherVersion, .error, count: Int64(differing.count),
          summary: "OUTPUT is of no version of the model that was given. Of \(target.name), the hashes of "
            + "\(NameList.text(differing)) differ, or are on one side only.",
          recovery: [
            "Give the model of the app that made OUTPUT.",
            "Without --model, the version that OUTPUT says it has is what STORE should have become.",
          ]))
    }
    return fitting.publishing(opened.metadata.versionHashes, from: .template)
  }
}

extension DiagnosticID {
  static let verifyItself = DiagnosticID("verify.itself")
  static let verifyOtherVersion = DiagnosticID("verify.other-version")
}
