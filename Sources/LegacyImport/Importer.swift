import CoreDataMigration
import Diagnostics
import Expressions
import FileOperations
import Reports
import SQLite
import StoreProtection

/// One import: runs the stages and reports, whatever happens.
public struct Importer {
  private let request: ImportRequest
  private let files: FileOperations
  private let progress: (@Sendable (ImportProgress) -> Void)?

  /// - Parameter progress: told how far the import is; nil where nobody wants to know, and nothing is counted.
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

  /// Never throws: a failure is an exit status and a report that goes as far as the run did.
  public func run() -> ImportResult {
    var state = ImportState(request: request, files: files, progress: progress)
    var failure: DiagnosticError?
    do {
      let clock = ContinuousClock()
      for stage in ImportStages.all {
        if Interruption.isRequested { throw DiagnosticError.interrupted }
        let start = clock.now
        do {
          try stage.perform(&state)
        } catch {
          throw state.told(error, in: stage)
        }
        let seconds = (clock.now - start) / .seconds(1)
        state.seconds.append((stage.name, seconds))
        // In place the journal knows it before anything is built.
        if state.isNothingToDo { break }
      }
    } catch {
      failure = Self.diagnosis(of: error)
    }
    // A file still open in the work folder must be closed before the folder goes.
    state.destination = nil
    if failure != nil {
      state.idMap?.discard()
      state.rejectFile?.discard()
    }
    if let place = state.place { state.findings += place.close() }
    state.trial = nil
    defer { state.session?.close() }
    if let session = state.session { failure = failure.map { session.settle(after: $0) } }
    state.findings += state.session?.findings ?? []
    var result = ReportBuilder(state: state, failure: failure).result()
    do {
      try state.session?.keepReport(result.reportJSON)
    } catch {
      result.reportNotKept = error.description
    }
    return result
  }

  /// What a person is told of any error.
  static func diagnosis(of error: any Error) -> DiagnosticError {
    switch error {
    case let known as DiagnosticError: known
    case let file as FileError: DiagnosticError(file)
    case let database as DatabaseError: diagnosis(of: database)
    case ExpressionError.interrupted: .interrupted
    default:
      DiagnosticError(
        .failure,
        Diagnostic(
          .unexpected, .error, summary: "The run failed: \(type(of: error)).",
          recovery: ["Report this fault; the original is as it was."]))
    }
  }

  private static func diagnosis(of error: DatabaseError) -> DiagnosticError {
    if error.code.primary == .interrupt { return .interrupted }
    if error.code.primary == .error,
      ["function: ", "collation sequence: "].contains(where: error.message.contains)
    {
      return DiagnosticError(
        .blocked,
        Diagnostic(
          .schemaForeign, .error,
          summary:
            "The store's schema calls what only its app has, where its rows must be read: \(error.message).",
          recovery: [
            "Core Data makes no such index or column. In a copy of the store drop what calls it, and run on the copy."
          ]))
    }
    let exit: ExitStatus =
      switch error.code.primary {
      case .corrupt, .notADatabase: .damaged
      case .full: .noSpace
      case .ioError where FileError(operation: "write", path: "", code: error.systemError).isLackOfSpace:
        .noSpace
      default: .failure
      }
    return DiagnosticError(
      exit,
      Diagnostic(
        .databaseFailed, .error, summary: "SQLite failed: \(error.message) (\(error.code)).",
        recovery: ["The original is as it was. Run again once the cause is gone."]))
  }
}

extension DiagnosticID {
  static let unexpected = DiagnosticID("import.failed")
  static let schemaForeign = DiagnosticID("source.foreign-schema")
  static let databaseFailed = DiagnosticID("import.database-failed")
}
