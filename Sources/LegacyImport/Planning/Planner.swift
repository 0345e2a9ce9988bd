import CoreDataMigration
import Diagnostics
import FileOperations
import Reports

/// Says what a run would do. Nothing is changed: the store's bytes are copied to the temporary folder, and SQLite opens
/// the copy.
public struct Planner {
  private let request: ImportRequest
  private let files: FileOperations
  private let progress: (@Sendable (ImportProgress) -> Void)?

  /// - Parameters:
  ///   - request: of the run that is meant. Without an output it is one in place.
  ///   - progress: told how far the plan is; nil where nobody wants to know.
  public init(_ request: ImportRequest, progress: (@Sendable (ImportProgress) -> Void)? = nil) {
    self.init(request, files: FileOperations(), progress: progress)
  }

  package init(
    _ request: ImportRequest, files: FileOperations, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) {
    self.request = request
    self.files = files
    self.progress = progress
  }

  /// Never throws: a failure is an exit status, and what could be told before it.
  public func run() -> PlanResult {
    var state = ImportState(request: request, files: files, progress: progress)
    state.stepPlans = []
    var failure: DiagnosticError?
    var held: DiagnosticError?
    do {
      for stage in TrialCopy.stages + [
        OpenStage(), ResolveStage(), AssertStage(.source), WalkStage(), ShapeStage(), PlanStage(),
      ] as [any ImportStage] {
        if Interruption.isRequested { throw DiagnosticError.interrupted }
        do {
          try stage.perform(&state)
        } catch let error as DiagnosticError
          where error.exit == .blocked && stage is ShapeStage && state.shaped != nil
        {
          // What was shaped can be planned all the same.
          held = state.told(error, in: stage) as? DiagnosticError
        } catch {
          throw state.told(error, in: stage)
        }
      }
      if let held { throw held }
    } catch {
      failure = Importer.diagnosis(of: error)
      if let held, let blocked = failure, blocked.exit == .blocked, blocked.diagnostics != held.diagnostics {
        failure = DiagnosticError(.blocked, held.diagnostics + blocked.diagnostics)
      }
    }
    do {
      progress?(.began(stage: "values"))
      let result = try PlanReportBuilder(state: state, failure: failure).result()
      progress?(.ended(stage: "values", nil))
      return result
    } catch {
      // What was found until then is told without what could not be asked of the rows.
      state.prepared = nil
      return PlanReportBuilder(state: state, failure: Importer.diagnosis(of: error)).resultWithoutRows()
    }
  }
}
