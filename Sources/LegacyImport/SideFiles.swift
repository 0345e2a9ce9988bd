import CoreDataMigration
import Diagnostics
import FileOperations
import StoreProtection

/// The files a run writes besides OUTPUT: the report and the old-id map. They replace what stands at their name, so
/// the name must be nothing of the user's.
struct SideFiles {
  let request: ImportRequest
  let files: FileOperations

  /// Refuses names that would cost something, before anything is written.
  func check() throws(DiagnosticError) {
    let named = [("--report", request.report), ("--id-map", request.idMap)].compactMap { option, path in
      path.map { (option, $0) }
    }
    for (option, path) in named { try check(option, path) }
    if let report = request.report, let idMap = request.idMap, isSame(report, idMap) {
      throw refusal("--report and --id-map name one file.")
    }
  }

  private func check(_ option: String, _ path: String) throws(DiagnosticError) {
    let folder = FileName.folder(of: path)
    guard (try? files.status(of: folder))?.kind == .folder else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .sideFileNoFolder, .error, summary: "The folder that \(option) names is not there.",
          recovery: ["Create it, or name another place."]))
    }
    if let status = try? files.statusIfPresent(of: path), status.kind != .regular {
      throw refusal("\(option) names something that is no file.")
    }
    if isSame(path, request.output) { throw refusal("\(option) names OUTPUT.") }
    let companions = StoreFileRole.allCases.map(\.suffix)
    if companions.contains(where: { isSame(path, request.store + $0) || isSame(path, request.output + $0) }) {
      throw refusal("\(option) names a file of a store.")
    }
    let folders =
      [request.model] + request.sourceModels
      + [request.store, request.output].map {
        FileName.join(FileName.folder(of: $0), ExternalDataFolder.supportFolderName(for: $0))
      }
    if folders.contains(where: { isInside(path, $0) }) {
      throw refusal("\(option) names a file in a model or in external data.")
    }
    if holdsDatabase(path) { throw refusal("\(option) names a database.") }
  }

  /// By name, by what the names lead to, and by what is there: links make two names of one file.
  private func isSame(_ one: String, _ other: String) -> Bool {
    if FileName.equal(real(one), real(other)) { return true }
    guard let first = try? files.statusIfPresent(of: one), let second = try? files.statusIfPresent(of: other)
    else { return false }
    return first.isSameFile(as: second)
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    let (inner, outer) = (real(path), real(folder))
    return FileName.equal(inner, outer) || inner.utf8.starts(with: (outer + "/").utf8)
  }

  /// The full path; of a file not there yet, its folder's and its name.
  private func real(_ path: String) -> String {
    if let whole = try? files.realPath(of: path) { return whole }
    let folder = FileName.folder(of: path)
    return FileName.join((try? files.realPath(of: folder)) ?? folder, FileName.last(of: path))
  }

  private func holdsDatabase(_ path: String) -> Bool {
    guard let file = try? files.openToRead(path),
      let start = try? files.readBytes(from: file, offset: 0, count: DatabaseHeader.magic.count)
    else { return false }
    return start == DatabaseHeader.magic
  }

  private func refusal(_ reason: String) -> DiagnosticError {
    DiagnosticError(
      .usage,
      Diagnostic(
        .sideFileTaken, .error, summary: "\(reason) It would be replaced.", recovery: ["Name a file of its own."]))
  }
}

extension DiagnosticID {
  static let sideFileNoFolder = DiagnosticID("side-file.no-folder")
  static let sideFileTaken = DiagnosticID("side-file.taken")
}
