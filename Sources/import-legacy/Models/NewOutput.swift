import Diagnostics
import FileOperations
import LegacyImport
import StoreProtection

/// A file or a folder that a command makes, and that never replaces anything.
struct NewOutput {
  private let path: String
  private let files: FileOperations
  private let point: FilePoint
  private let option: String

  /// - Parameter option: the one that names the place.
  init(_ path: String, files: FileOperations, point: FilePoint, option: String = "--output") {
    self.path = FileName.withoutTrailingSlash(path)
    self.files = files
    self.point = point
    self.option = option
  }

  /// - Throws: status 64 where something is there.
  func refuseTaken() throws(DiagnosticError) {
    let isTaken = try reporting { () throws(FileError) in
      try files.linkStatusIfPresent(of: path, at: point) != nil
    }
    if isTaken { throw taken }
  }

  func createFile(with bytes: [UInt8], mode: UInt32 = 0o644) throws(DiagnosticError) {
    try reporting { () throws(FileError) in try files.createFile(path, with: bytes, mode: mode, at: point) }
  }

  /// Made under another name beside it, and renamed when it is whole.
  func createFolder(with contents: [(name: String, bytes: [UInt8])]) throws(DiagnosticError) {
    let parent = FileName.folder(of: path)
    let temporary = FileName.join(parent, "." + FileName.last(of: path) + ".new")
    try reporting { () throws(FileError) in
      try files.removeTree(temporary, at: point)
      do throws(FileError) {
        try files.createFolder(temporary, mode: 0o755, at: point)
        for (name, bytes) in contents {
          try files.createFile(FileName.join(temporary, name), with: bytes, at: point)
        }
        try files.moveWithoutReplacing(temporary, to: path, at: point)
      } catch {
        try? files.removeTree(temporary, at: point)
        throw error
      }
      try files.synchronizeFolder(parent, at: point)
    }
  }

  private func reporting<Value>(_ call: () throws(FileError) -> Value) throws(DiagnosticError) -> Value {
    do throws(FileError) {
      return try call()
    } catch {
      // EEXIST
      throw error.code == 17 ? taken : DiagnosticError(error)
    }
  }

  private var taken: DiagnosticError {
    DiagnosticError(
      .usage,
      Diagnostic(
        .outputExists, .error, summary: "Something is at \(FileName.last(of: path)) already.",
        recovery: ["Name another place with \(option), or move what is there away."]))
  }
}
