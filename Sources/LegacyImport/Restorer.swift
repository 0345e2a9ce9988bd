import CoreDataStore
import Diagnostics
import FileOperations
import JSON
import Reports
import SQLite
import StoreProtection

/// One restore: puts a safety copy back, and reports, whatever happens.
public struct Restorer {
  private let request: RestoreRequest
  private let files: FileOperations
  private let progress: (@Sendable (ImportProgress) -> Void)?

  /// A restore that nothing is broken in on purpose.
  ///
  /// - Parameter progress: told how far it is, as one stage that copies bytes; nil where nobody wants to know.
  public init(_ request: RestoreRequest, progress: (@Sendable (ImportProgress) -> Void)? = nil) {
    self.init(request, files: FileOperations(), progress: progress)
  }

  package init(
    _ request: RestoreRequest, files: FileOperations, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) {
    self.request = request
    self.files = files
    self.progress = progress
  }

  /// Never throws: a failure is an exit status and a report that says why.
  public func run() -> ImportResult {
    var session: InPlaceSession?
    var findings: [Diagnostic] = []
    var outcome = Outcome.failed
    var exit = ExitStatus.clean
    var isReportFree = false
    do throws(DiagnosticError) {
      try SideFiles(request, files: files).check()
      isReportFree = true
      let address = try StoreAddress(request.store, with: files)
      let opened = try InPlaceSession(address, wait: request.wait, with: files)
      session = opened
      try AsideFolder.refuseCutShort(of: address.path, with: files)
      let ending = try told { () throws(DiagnosticError) in
        try Restoration(opened).run(
          copy: request.copy, replaceNewer: request.replacesNewer, requireSameStore: Self.requireSameStore)
      }
      findings.append(Self.note(ending))
      outcome = if case .restored = ending { .restored } else { .nothingToDo }
    } catch {
      let failure = session?.settle(after: error) ?? error
      findings += failure.diagnostics
      exit = failure.exit
    }
    findings += session?.findings ?? []
    defer { session?.close() }
    return result(session, outcome, exit, findings, isReportFree)
  }

  private func told<Value>(_ work: () throws(DiagnosticError) -> Value) throws(DiagnosticError) -> Value {
    let stage = "restore"
    progress?(.began(stage: stage))
    let copying = StageWork(stage, .bytes, total: nil, progress: progress)
    let value = try files.metering(copying?.meter, work)
    progress?(.ended(stage: stage, copying?.now))
    return value
  }

  private func result(
    _ session: InPlaceSession?, _ outcome: Outcome, _ exit: ExitStatus, _ findings: [Diagnostic],
    _ isReportFree: Bool
  ) -> ImportResult {
    var body = ReportBody(outcome: outcome)
    body.add(findings)
    var meta: [String: JSONValue] = [
      "tool": "import-legacy", "toolVersion": .string(Version.text), "inPlace": true,
      "exitStatus": .integer(Int64(exit.rawValue)), "store": .string(FileName.last(of: request.store)),
    ]
    if let copy = session?.safetyCopy { meta["safetyCopy"] = .string(copy.folder) }
    var result = ImportResult(
      exit: exit, report: ImportReport(body: body, meta: meta), mayWriteReport: isReportFree)
    result.safetyCopy = session?.safetyCopy?.path
    do {
      try session?.keepReport(result.reportJSON)
    } catch {
      result.reportNotKept = error.description
    }
    return result
  }

  private static func note(_ ending: Restoration.Ending) -> Diagnostic {
    switch ending {
    case .restored(let copy, let undo):
      Diagnostic(
        .restoreDone, .note,
        summary:
          "Safety copy \(copy) was put back: every file of it was read again at its place, and has the digest "
          + "that the copy's list says.",
        recovery: undo.map { ["To undo this: import-legacy restore STORE --copy \($0)."] } ?? [])
    case .nothingToDo(let copy):
      Diagnostic(
        .restoreNothingToDo, .note, summary: "The store's files are those of safety copy \(copy) already.",
        recovery: ["import-legacy copies list STORE shows the others; --copy NUMBER chooses one."])
    }
  }

  /// A store keeps its UUID in place, whatever version it is migrated to. Where one of the two cannot be read (it may
  /// be why it is restored) there is nothing to compare.
  private static func requireSameStore(_ copy: String, _ present: String) throws(DiagnosticError) {
    guard let theirs = uuid(of: copy), let ours = uuid(of: present), theirs != ours else { return }
    throw DiagnosticError(
      .usage,
      Diagnostic(
        .copyOfAnotherStore, .error,
        summary: "The safety copy is of another store than the one that is there now: their UUIDs differ.",
        recovery: ["Move the store that is there now, with its companions, to another place first."]))
  }

  private static func uuid(of store: String) -> String? {
    (try? Connection.finished(path: store)).flatMap { try? StoreMetadata.read($0).uuid }
  }
}

extension DiagnosticID {
  static let restoreDone = DiagnosticID("restore.done")
  static let restoreNothingToDo = DiagnosticID("restore.nothing-to-do")
}
