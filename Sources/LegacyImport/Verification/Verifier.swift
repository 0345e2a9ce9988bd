import CoreDataMigration
import Diagnostics
import FileOperations
import Reports
import StoreProtection

/// Says whether a store is what another one should have become, whoever wrote it. Nothing is changed: the bytes of both
/// are copied to the temporary folder.
///
/// The migration is made again there, proven against its source as any run is, and the other store is held against it:
/// rules, merges and steps are no different from a plain migration then.
public struct Verifier {
  private let request: ImportRequest
  private let output: String
  private let apple: String?
  private let files: FileOperations
  private let progress: (@Sendable (ImportProgress) -> Void)?

  /// - Parameters:
  ///   - request: of the run that is meant; its place for the result is not used.
  ///   - output: the store that is to be verified.
  ///   - apple: what `apple-check` printed of it on a Mac.
  ///   - progress: told how far the comparison is; nil where nobody wants to know.
  public init(
    _ request: ImportRequest, output: String, apple: String? = nil,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) {
    self.init(request, output: output, apple: apple, files: FileOperations(), progress: progress)
  }

  package init(
    _ request: ImportRequest, output: String, apple: String? = nil, files: FileOperations,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) {
    var request = request
    request.output = output
    request.isDryRun = true
    self.request = request
    self.output = output
    self.apple = apple
    self.files = files
    self.progress = progress
  }

  /// Never throws: a failure is an exit status, and what could be told before it.
  public func run() -> ImportResult {
    var state = ImportState(request: request, files: files, progress: progress)
    state.verifies = true
    var failure: DiagnosticError?
    do {
      try SideFiles(request, files: files).check()
      state.areSideFilesFree = true
      let appleFile = try apple.map { path throws(DiagnosticError) in try AppleFile(path, with: files) }
      for stage in TrialCopy.stages + stages(appleFile) {
        if Interruption.isRequested { throw DiagnosticError.interrupted }
        let start = ContinuousClock().now
        do {
          try stage.perform(&state)
        } catch {
          throw state.told(error, in: stage)
        }
        state.seconds.append((stage.name, (ContinuousClock().now - start) / .seconds(1)))
      }
      try state.known(\.snapshot).verifySourceUnchanged()
      try state.known(\.verified).snapshot.verifySourceUnchanged()
    } catch {
      failure = Importer.diagnosis(of: error)
    }
    // A file still open in the temporary folder must be closed before the folder goes.
    state.destination = nil
    state.trial = nil
    return ReportBuilder(state: state, failure: failure).result()
  }

  private func stages(_ appleFile: AppleFile?) -> [any ImportStage] {
    [OpenStage(), OutputStage(output), ResolveStage(), AssertStage(.source), WalkStage()]
      + ImportStages.step + [CompareStage(), VerifyStage(apple: appleFile)]
  }
}
