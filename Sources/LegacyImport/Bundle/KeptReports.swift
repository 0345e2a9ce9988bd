import Diagnostics
import FileOperations
import Reports
import StoreProtection

/// The newest reports that runs in place kept beside their store.
struct KeptReports {
  /// So many of the newest are read.
  static let limit = 5
  /// Of a report in bytes: one of ours never comes near it.
  static let maximumSize: Int64 = 32 << 20

  /// How many there are.
  private(set) var count = 0
  /// Oldest first.
  private(set) var reports: [(number: Int, report: ImportReport)] = []
  private(set) var unreadable: [Int] = []
  private(set) var findings: [Diagnostic] = []

  init(of folder: ImportFolder, with files: FileOperations) {
    do {
      guard try files.statusIfPresent(of: folder.reports, at: .bundleReports)?.kind == .folder else { return }
      let numbers = try files.list(folder.reports, at: .bundleReports).names.compactMap(Self.number).sorted()
      count = numbers.count
      for number in numbers.suffix(Self.limit) {
        if let report = Self.report(at: folder.report(number), with: files) {
          reports.append((number, report))
        } else {
          unreadable.append(number)
          findings.append(.keptReportUnreadable)
        }
      }
    } catch {
      findings += DiagnosticError(error).diagnostics
    }
  }

  private static func number(of name: String) -> Int? {
    guard name.hasSuffix(".json"), let number = Int(name.dropLast(5)), number > 0,
      FileName.equal(name, "\(number).json")
    else { return nil }
    return number
  }

  private static func report(at path: String, with files: FileOperations) -> ImportReport? {
    guard let status = try? files.statusIfPresent(of: path, at: .bundleReports), status.kind == .regular,
      status.size <= maximumSize
    else { return nil }
    return (try? files.readAll(path, at: .bundleReports)).flatMap { try? ImportReport(parsing: $0) }
  }
}

extension Diagnostic {
  fileprivate static let keptReportUnreadable = Diagnostic(
    .keptReportUnreadable, .warning, summary: "A report that was kept beside the store cannot be read.",
    recovery: ["Look at the reports in the import folder; nothing else depends on them."])
}

extension DiagnosticID {
  static let keptReportUnreadable = DiagnosticID("bundle.report-unreadable")
}

extension FilePoint {
  /// Writing a bundle.
  package static let bundle: FilePoint = "bundle"
  /// Reading the kept reports that go into one.
  static let bundleReports: FilePoint = "bundle.reports"
}
