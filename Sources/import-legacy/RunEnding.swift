import CommandLineParser
import FileOperations
import JSON
import LegacyImport
import Reports

/// What is written once a run or a restore is over: the report, and on standard error how it ended.
struct RunEnding {
  let result: ImportResult
  let isInPlace: Bool
  /// File for the report, if one was asked for.
  let report: String?
  let isJSON: Bool
  let isQuiet: Bool
  let files: FileOperations

  /// - Parameter done: said where the work was done and its report could not be written.
  /// - Returns: how the program is to end.
  func close(whenDone done: String?) -> ExitCode {
    var reportFailed = false
    if let report, result.mayWriteReport {
      // Written before it is printed: whoever reads standard output may have gone.
      do {
        try ReportFile(path: report, files: files).write(result.report)
      } catch {
        Output.message("import-legacy: the report could not be written. \(error)")
        reportFailed = true
      }
    } else if report != nil, !isQuiet {
      Output.message("import-legacy: no report file was written")
    }
    if let reason = result.reportNotKept {
      Output.message("import-legacy: the report could not be kept beside the store. \(reason)")
    }
    if !Output.result(isJSON ? result.reportJSON : result.reportText) {
      Output.message("import-legacy: the report could not be written to standard output")
      reportFailed = true
    }
    let status = result.exitStatus
    if !isQuiet { speak(status) }
    if reportFailed, status == 0 || status == 1 {
      if !isQuiet, let done { Output.message("import-legacy: \(done)") }
      return ExitCode(2)
    }
    return ExitCode(status)
  }

  private func speak(_ status: Int32) {
    if status != 0 { Output.message("import-legacy: \(words(status))") }
    if case .integer(let needed) = result.report.meta["bytesNeeded"],
      case .integer(let free) = result.report.meta["bytesFree"],
      case .string(let place) = result.report.meta["output"] ?? result.report.meta["store"]
    {
      Output.message("import-legacy: beside \(place) \(needed) bytes are needed and \(free) are free")
    }
    if isInPlace, status != 0, status != 1, let copy = result.safetyCopy {
      Output.message("import-legacy: the safety copy is \(copy)")
    }
  }

  /// The exit status in words.
  private func words(_ status: Int32) -> String {
    let isProven = result.report.body.findings.contains { $0.id == "run.original-proven" }
    let unchanged =
      isInPlace
      ? isProven ? "the store is as it was, proven by digest" : "nothing of yours was changed"
      : "nothing was written"
    return switch status {
    case 1:
      result.report.body.outcome == .differs
        ? "something differs; nothing was changed" : "done; look at the errors and warnings in the report"
    case 2: "failed; \(isInPlace ? unchanged : "nothing of yours was changed")"
    case 3: "blocked; \(unchanged)"
    case 4: "not recognised; \(unchanged)"
    case 5: isInPlace ? "damaged; \(unchanged)" : "the store is damaged; nothing was written"
    case 6:
      "the result did not pass validation and was thrown away" + (isInPlace ? "; \(unchanged)" : "")
    case 7: "the original could not be proven to be what it was"
    case 8: "in use, or changed meanwhile; \(unchanged)"
    case 9: "not enough space; \(unchanged)"
    case 10: "interrupted; \(unchanged)"
    case 64: "wrong usage; \(unchanged)"
    default: "ended with status \(status)"
    }
  }
}
