import CoreDataModel
import Diagnostics
import FileOperations
import StoreProtection

/// Looks what is in a store. Nothing of it is changed: its bytes are copied to the temporary folder, and SQLite opens
/// the copy.
public struct Inspector {
  private let request: InspectionRequest
  private let files: FileOperations

  /// An inspection with the system's own file calls.
  public init(_ request: InspectionRequest) { self.init(request, files: FileOperations()) }

  package init(_ request: InspectionRequest, files: FileOperations) {
    self.request = request
    self.files = files
  }

  /// Never throws: a failure is an exit status, and what could be told before it.
  public func run() -> InspectionResult {
    var inspection = StoreInspection(store: FileName.last(of: request.store))
    do {
      try inspect(&inspection)
    } catch {
      let failure = Importer.diagnosis(of: error)
      inspection.findings += failure.diagnostics
      inspection.exit = failure.exit
    }
    return InspectionResult(inspection)
  }

  private func inspect(_ inspection: inout StoreInspection) throws {
    let store = try locate(&inspection)
    let models: ModelReading
    do throws(ModelError) {
      models = try ModelReading(
        store: request.store, models: request.models, sourceModels: request.sourceModels, with: files)
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
    inspection.findings += models.unreadable
    try AsideFolder.refuseCutShort(of: store.store.path, with: files)
    // Files that are being exchanged are not those of one store.
    try RunJournal.refuseOpenExchange(of: store.store.path, with: files)
    let trial = try TrialFolder(with: files)
    try withExtendedLifetime(trial) {
      try SpaceEstimate(lookingInto: store)
        .check(at: trial.path, called: "the temporary folder", with: files)
      ProtectStage.useForSorting(trial.path)
      let snapshot = try copy(store, to: FileName.join(trial.path, "source"), &inspection)
      // One may have begun while we were reading.
      try RunJournal.refuseOpenExchange(of: store.store.path, with: files)
      try DatabaseInspector(
        snapshot: snapshot, models: models,
        externalFiles: Set(store.externalData?.files.map(\.name) ?? [])
      ).run(&inspection)
    }
  }

  private func locate(_ inspection: inout StoreInspection) throws -> StoreFiles {
    let store: StoreFiles
    do throws(StoreFilesError) {
      store = try StoreFiles(locating: request.store, with: files)
    } catch {
      inspection.files = InspectedFiles(unreadable: request.store, with: files)
      throw error.told(of: request.store, with: files)
    }
    let folder = ImportFolder(of: store.store.path).path
    let isThere = try files.linkStatusIfPresent(of: folder, at: .inspectStatus) != nil
    let name = isThere ? FileName.last(of: folder) : nil
    inspection.files = InspectedFiles(store, importFolder: name)
    if let name { inspection.findings.append(.importFolder(name)) }
    inspection.findings += LocateStage.notes(on: store)
    return store
  }

  private func copy(_ store: StoreFiles, to folder: String, _ inspection: inout StoreInspection) throws
    -> Snapshot
  {
    do {
      let snapshot = try Snapshot(of: store, in: folder, with: files)
      inspection.files?.writeAheadLog = snapshot.writeAheadLog
      inspection.files?.rollbackJournal = snapshot.rollbackJournal
      inspection.findings += snapshot.findings
      return snapshot
    } catch {
      // A log of another database, or a journal that nobody can settle: what they are can be told all the same.
      inspection.files?.writeAheadLog = store.writeAheadLog.flatMap {
        try? WriteAheadLog(reading: $0.path, with: files)
      }
      inspection.files?.rollbackJournal = store.rollbackJournal.flatMap {
        try? RollbackJournal(reading: $0.path, with: files)
      }
      throw error
    }
  }
}
