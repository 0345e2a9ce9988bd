import CoreDataStore
import Diagnostics
import FileOperations
import JSON
import Reports
import SQLite
import StoreProtection

/// Makes a bundle of any store: sound, damaged, missing, or in the middle of a run. Nothing is changed; it looks as
/// `inspect` and `status` do.
public struct SupportBundler {
  private let store: String
  private let models: [String]
  private let files: FileOperations

  /// With the system's own file calls.
  ///
  /// - Parameters:
  ///   - store: path of the store's main file, or where it was.
  ///   - models: paths of models; one that has the store's version hashes says what its properties are called.
  public init(store: String, models: [String] = []) {
    self.init(store: store, models: models, files: FileOperations())
  }

  package init(store: String, models: [String], files: FileOperations) {
    self.store = store
    self.models = models
    self.files = files
  }

  /// Whether a bundle may be written to a new file.
  ///
  /// - Throws: status 64 for a file of the store's, or in a folder that belongs to it.
  package func check(_ bundle: String) throws(DiagnosticError) {
    try SideFiles(bundle: bundle, store: store, models: models, files: files).check()
  }

  /// - Throws: only where a signal asked for the end; whatever else cannot be had is named in the bundle.
  package func run() throws(DiagnosticError) -> SupportBundle {
    var status: StoreStatus?
    var statusFindings: [Diagnostic] = []
    var kept: KeptReports?
    do throws(DiagnosticError) {
      let address = try StoreAddress(store, with: files)
      kept = KeptReports(of: ImportFolder(of: address.path), with: files)
      status = try StoreStatus(of: address, with: files)
    } catch {
      statusFindings = error.diagnostics
    }
    let inspection = Inspector(InspectionRequest(store: store, models: models), files: files).run().inspection
    if inspection.exit == .interrupted || Interruption.isRequested { throw .interrupted }

    let names = SafeNames(knownNames(inspection, kept))
    var body = BundledStore(inspection: inspection, names: names).fields
    body["runs"] = status.map { BundledRuns(status: $0).jsonValue } ?? .null
    body["reports"] = kept.map { reports($0, names) } ?? .null
    body["otherFindings"] =
      BundledFindings(Finding.list(statusFindings + (kept?.findings ?? [])), names: names).jsonValue
    body["parts"] = .array(
      ([
        BundlePart("runs", status == nil ? .missing : .complete, because: statusFindings),
        reportsPart(kept, because: statusFindings),
      ] + BundleExtent(inspection).parts).map(\.jsonValue))
    return SupportBundle(body: .object(body), meta: meta)
  }

  /// Without metadata that says so, no name of the store is known to be a model's.
  private func knownNames(_ inspection: StoreInspection, _ kept: KeptReports?) -> KnownNames {
    var known = KnownNames()
    if let metadata = inspection.metadata {
      known.add(versionHashes: metadata.versionHashes)
      if let model = inspection.version?.model {
        known.add(model, numbers: inspection.layout?.numbers, era: metadata.era)
      }
      // Of other versions too: what a run left behind is no more the store's, and stands in its report.
      let given = try? ModelReading(store: store, models: models, sourceModels: [], with: files)
      for version in given?.models.versions ?? [] {
        known.add(version.model, numbers: nil, era: metadata.era)
      }
    }
    for (_, report) in kept?.reports ?? [] { known.add(report.body) }
    return known
  }

  private func reports(_ kept: KeptReports, _ names: SafeNames) -> JSONValue {
    [
      "kept": .integer(Int64(kept.count)),
      "unreadable": .array(kept.unreadable.map { .integer(Int64($0)) }),
      "newest": .array(
        kept.reports.map { BundledReport(number: $0.number, report: $0.report, names: names).jsonValue }),
    ]
  }

  private func reportsPart(_ kept: KeptReports?, because findings: [Diagnostic]) -> BundlePart {
    guard let kept else { return BundlePart("reports", .missing, because: findings) }
    return BundlePart("reports", kept.findings.isEmpty ? .complete : .partial, because: kept.findings)
  }

  private var meta: JSONValue {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "other"
    #endif
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "other"
    #endif
    return [
      "tool": "import-legacy", "toolVersion": .string(Version.text),
      "sqliteVersion": .string(SQLiteLibrary.version), "system": .string(system),
      "processor": .string(processor), "written": .string(WallClock.extendedText(WallClock.now())),
    ]
  }
}
