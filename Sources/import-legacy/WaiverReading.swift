import Diagnostics
import FileOperations
import Reports

/// Reads the file of waivers that a comparison was given.
enum WaiverReading {
  /// - Parameter path: nil for none.
  static func read(_ path: String?, _ files: FileOperations) throws(DiagnosticError) -> [Waiver] {
    guard let path else { return [] }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try files.readAll(path, at: .waivers)
    } catch {
      throw DiagnosticError(
        error.isOfSystem ? .failure : .usage,
        Diagnostic(
          .waiversUnreadable, .error,
          summary: error.isAbsence
            ? "The file of waivers \(path) is not there."
            : "The file of waivers \(path) could not be read: \(error.reason).",
          recovery: ["Check the path that --waivers names."]))
    }
    return try WaiverFile.parse(bytes, file: FileName.last(of: path))
  }
}

extension FilePoint {
  static let waivers: FilePoint = "waivers.read"
}

extension DiagnosticID {
  static let waiversUnreadable = DiagnosticID("waivers.unreadable")
}
