import Diagnostics
import FileOperations
import Reports
import StoreProtection
import Subprocesses

/// The rehearsal of one store: this program in a process of its own, which makes a dry run on a copy.
final class RehearsalWorker {
  private static let graceSeconds = 10

  let store: FoundStore
  let process: ChildProcess
  private let folder: String
  private let files: FileOperations
  private let began: ContinuousClock.Instant
  /// When it is asked to end; then, when it is made to.
  private(set) var deadline: ContinuousClock.Instant
  private var wasAsked = false

  /// - Parameters:
  ///   - folder: made for this store alone; it goes with the worker.
  ///   - limit: in seconds.
  init(_ store: FoundStore, options: [String], folder: String, limit: Int, files: FileOperations) throws {
    try files.createFolder(folder, at: "rehearsal.folder")
    self.store = store
    self.folder = folder
    self.files = files
    began = .now
    deadline = began + .seconds(limit)
    let result = FileName.join(folder, "result.sqlite")
    process = try ChildProcess(
      ofThisProgram: ["run", "--output=\(result)", "--dry-run", "--json", "--quiet"] + options
        + ["--", store.path],
      environment: [("TMPDIR", folder)])
  }

  deinit { try? files.removeTree(folder, at: "rehearsal.clean") }

  /// Asks it to end once its time is over, and makes it end once it had time for that.
  func keepTime() {
    guard ContinuousClock.now >= deadline else { return }
    guard wasAsked else { return stop() }
    process.end()
    deadline = .now + .seconds(1)
  }

  func stop() {
    process.ask()
    wasAsked = true
    deadline = .now + .seconds(Self.graceSeconds)
  }

  /// How it went, once it is over.
  func result() -> RehearsedStore? {
    guard let ending = process.read() else { return nil }
    let report = try? ImportReport(parsing: process.said)
    var (status, signal): (Int32?, Int32?)
    switch ending {
    case .exited(let code): status = code
    case .signalled(let number): signal = number
    }
    let known = report == nil ? nil : status.flatMap(ExitStatus.init).map(RehearsalOutcome.init)
    // One that came to its end all the same is not held to the time.
    let isLate = wasAsked && (known == nil || known == .interrupted)
    return RehearsedStore(
      name: store.name, path: store.path, outcome: isLate ? .timedOut : known ?? .crashed,
      exitStatus: status, signal: signal, report: isLate ? nil : report,
      seconds: (ContinuousClock.now - began) / .seconds(1))
  }
}
