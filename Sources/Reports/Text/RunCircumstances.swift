internal import JSON

/// What a report's text has to know of its run, besides the body.
struct RunCircumstances {
  /// Nothing was put in place.
  let isDryRun: Bool
  /// The store itself was to be replaced.
  let isInPlace: Bool
  /// File name of the source, if the report names it.
  let store: String?
  /// File name of the result, if the report names it.
  let output: String?
  /// Number of the safety copy, as text.
  let safetyCopy: String?
  /// A finding names files that the run could not take back.
  let leavesFiles: Bool
  /// A finding says that the original was proven by digest.
  let isProven: Bool
  /// The run ended because it could not be.
  let isUnproven: Bool
  /// The run was a restore.
  let isRestore: Bool

  init(_ report: ImportReport) {
    let ids = Set(report.body.findings.map(\.id))
    isDryRun = report.meta["dryRun"] == true
    isInPlace = report.meta["inPlace"] == true
    store = Self.name(report.meta["store"])
    output = Self.name(report.meta["output"])
    safetyCopy = Self.name(report.meta["safetyCopy"]).flatMap {
      $0.split(separator: "-").first.map(String.init)
    }
    leavesFiles = ids.contains("output.undo-incomplete")
    isProven = ids.contains("run.original-proven")
    isUnproven = report.meta["exitStatus"] == 7
    isRestore = ids.contains("restore.nothing-to-do")
  }

  private static func name(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value, !text.isEmpty else { return nil }
    return text
  }
}
