import CoreDataMigration
import Diagnostics
import FileOperations
import StoreProtection

/// The files a run writes besides OUTPUT, such as the report and the old-id map. They replace what stands at their name, so
/// the name must be nothing of the user's.
struct SideFiles {
  let store: String
  let output: String?
  let template: String?
  let consents: String?
  let mappings: [String]
  let models: [String]
  let report: String?
  let idMap: String?
  let rejects: String?
  let bundle: String?
  /// The option that names the report.
  let reportOption: String
  let files: FileOperations

  init(_ request: ImportRequest, reportOption: String = "--report", files: FileOperations) {
    store = request.store
    output = request.output
    template = request.template
    consents = request.consents
    mappings = request.mappings
    models = request.models + request.sourceModels
    report = request.report
    idMap = request.idMap
    rejects = request.rejects
    bundle = nil
    self.reportOption = reportOption
    self.files = files
  }

  init(_ request: RestoreRequest, files: FileOperations) {
    store = request.store
    output = nil
    template = nil
    consents = nil
    mappings = []
    models = []
    report = request.report
    idMap = nil
    rejects = nil
    bundle = nil
    reportOption = "--report"
    self.files = files
  }

  /// For a bundle, which replaces nothing; but a new file in an import folder or in external data costs something too.
  init(bundle: String, store: String, models: [String], files: FileOperations) {
    self.store = store
    self.models = models
    self.bundle = bundle
    (output, template, consents, report, idMap, rejects) = (nil, nil, nil, nil, nil, nil)
    mappings = []
    reportOption = "--report"
    self.files = files
  }

  /// Refuses names that would cost something, before anything is written. A look that fails is no answer.
  func check() throws(DiagnosticError) {
    do {
      try checkNames()
    } catch let error as DiagnosticError {
      throw error
    } catch let error as FileError {
      throw DiagnosticError(error)
    } catch {
      throw refusal("The names of --report and --id-map could not be checked.")
    }
  }

  private func checkNames() throws {
    let options = [
      (reportOption, report), ("--id-map", idMap), ("--rejects", rejects), ("--bundle", bundle),
    ]
    let named = options.compactMap { option, path in path.map { (option, $0) } }
    for (option, path) in named { try check(option, path) }
    if let report, let idMap, try isSame(report, idMap) {
      throw refusal("--report and --id-map name one file.")
    }
  }

  private func check(_ option: String, _ path: String) throws {
    let folder = FileName.folder(of: path)
    guard try files.statusIfPresent(of: folder)?.kind == .folder else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .sideFileNoFolder, .error, summary: "The folder that \(option) names is not there.",
          recovery: ["Create it, or name another place."]))
    }
    if let status = try files.statusIfPresent(of: path), status.kind != .regular {
      throw refusal("\(option) names something that is no file.")
    }
    if let output, try isSame(path, output) { throw refusal("\(option) names OUTPUT.") }
    if let consents, try isSame(path, consents) { throw refusal("\(option) names the file of consents.") }
    if try mappings.contains(where: { try isSame(path, $0) || isInside(path, $0) }) {
      throw refusal("\(option) names a mapping file.")
    }
    // Of a store that is a symbolic link, the files beside what it leads to count.
    let inside = try DocumentPackage.storePath(store, with: files)
    let stores = [store, inside, try real(inside)] + [output, template].compactMap { $0 }
    let companions = StoreFileRole.allCases.map(\.suffix)
    if try companions.contains(where: { suffix in try stores.contains { try isSame(path, $0 + suffix) } }) {
      throw refusal("\(option) names a file of a store.")
    }
    let folders =
      models + (inside == store ? [] : [store])
      + stores.map {
        FileName.join(FileName.folder(of: $0), ExternalDataFolder.supportFolderName(for: $0))
      } + stores.map { ImportFolder(of: $0).path }
    if try folders.contains(where: { try isInside(path, $0) }) {
      throw refusal("\(option) names a file in a model, a document, external data or an import folder.")
    }
    if try holdsDatabase(path) { throw refusal("\(option) names a database.") }
  }

  /// By name, by what the names lead to, and by what is there: links make two names of one file.
  private func isSame(_ one: String, _ other: String) throws(FileError) -> Bool {
    if FileName.equal(try real(one), try real(other)) { return true }
    guard let first = try files.statusIfPresent(of: one), let second = try files.statusIfPresent(of: other)
    else { return false }
    return first.isSameFile(as: second)
  }

  private func isInside(_ path: String, _ folder: String) throws(FileError) -> Bool {
    let (inner, outer) = (try real(path), try real(folder))
    return FileName.equal(inner, outer) || inner.utf8.starts(with: (outer + "/").utf8)
  }

  /// The full path; of a file not there yet, its folder's and its name.
  private func real(_ path: String) throws(FileError) -> String {
    if try files.statusIfPresent(of: path) != nil { return try files.realPath(of: path) }
    let folder = FileName.folder(of: path)
    guard try files.statusIfPresent(of: folder) != nil else { return path }
    return FileName.join(try files.realPath(of: folder), FileName.last(of: path))
  }

  private func holdsDatabase(_ path: String) throws(FileError) -> Bool {
    guard try files.statusIfPresent(of: path) != nil else { return false }
    let file = try files.openToRead(path)
    return try files.readBytes(from: file, offset: 0, count: DatabaseHeader.magic.count)
      == DatabaseHeader.magic
  }

  private func refusal(_ reason: String) -> DiagnosticError {
    DiagnosticError(
      .usage,
      Diagnostic(
        .sideFileTaken, .error, summary: bundle == nil ? "\(reason) It would be replaced." : reason,
        recovery: ["Name a file of its own."]))
  }
}

extension DiagnosticID {
  static let sideFileNoFolder = DiagnosticID("side-file.no-folder")
  static let sideFileTaken = DiagnosticID("side-file.taken")
}
