import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics
import Digests
import FileOperations
import StoreProtection

/// Paths to files and models.
struct LocateStage: ImportStage {
  let name = "locate"

  func run(_ state: inout ImportState) throws {
    try SideFiles(state.request, files: state.files).check()
    state.areSideFilesFree = true
    try readAnswers(&state)
    if let idMap = state.request.idMap, IDMapFile.Format(path: idMap) == nil {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .idMapFormat, .error,
          summary: "The old-id map is written as .csv or .jsonl; the name given ends otherwise.",
          recovery: ["Give --id-map a name that ends in .csv or .jsonl."]))
    }
    try checkVersion(state)
    if state.request.output == nil { try openPlace(&state) }
    try find(&state)
  }

  /// Consents and mapping files.
  func readAnswers(_ state: inout ImportState) throws(DiagnosticError) {
    try readMappings(&state)
    for text in state.request.allowed { state.consents.append(try consent(text)) }
    guard let path = state.request.consents else { return }
    let file = try ConsentsFileReader.read(path, with: state.files)
    state.consentsFile = file
    state.consents += file.consents
  }

  func checkVersion(_ state: ImportState) throws(DiagnosticError) {
    if state.request.models.isEmpty, let version = state.request.modelVersion {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .modelNoSuchVersion, .error, summary: "No model was given that could have a version \(version).",
          recovery: ["Give it with --model. Without any, a store stays of its own version."]))
    }
  }

  /// The store and the models.
  func find(_ state: inout ImportState) throws {
    do throws(StoreFilesError) {
      state.store = try StoreFiles(locating: state.request.store, with: state.files)
    } catch {
      throw error.told(of: state.request.store, with: state.files)
    }
    if let store = state.store { try AsideFolder.refuseCutShort(of: store.store.path, with: state.files) }
    if let store = state.store, state.request.output != nil {
      try RunJournal.refuseOpenExchange(of: store.store.path, with: state.files)
    }
    nameLinks(&state)
    if let store = state.store { state.findings += Self.notes(on: store) }
    do throws(ModelError) {
      let given = try ModelReading(
        store: state.request.store, models: state.request.models, sourceModels: state.request.sourceModels,
        with: state.files)
      state.models = given.models
      state.findings += given.unreadable
      state.modelWarnings = given.warnings
      state.targetVersion = try GivenModels.target(of: given.bundles, version: state.request.modelVersion)
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
  }

  private func readMappings(_ state: inout ImportState) throws(DiagnosticError) {
    var texts: [(bytes: [UInt8], name: String)] = []
    var models: [(bytes: [UInt8], name: String)] = []
    for path in state.request.mappings {
      let name = FileName.last(of: path)
      let bytes: [UInt8]
      do throws(FileError) {
        // Xcode keeps a mapping model as a folder.
        let isFolder = try state.files.status(of: path, at: "mapping.read").kind == .folder
        bytes = try state.files.readAll(
          isFolder ? FileName.join(path, MappingModelReader.contentsName) : path, at: "mapping.read")
        let isModel = isFolder || name.hasSuffix(".cdm") || name == MappingModelReader.contentsName
        state.mappingDigests.append(sha256(bytes).hexadecimalText)
        if isModel { models.append((bytes, name)) } else { texts.append((bytes, name)) }
      } catch {
        if error.isOfSystem { throw DiagnosticError(error) }
        throw DiagnosticError(
          .usage,
          Diagnostic(
            .mappingUnreadable, .error,
            summary: "The mapping file \(name) cannot be read (\(error.reason)).",
            recovery: ["Check the path given with --mapping."]))
      }
    }
    for (bytes, name) in texts {
      state.mappingFiles.append((try MappingFileReader.read(bytes, file: name), name))
    }
    for (bytes, name) in models {
      state.mappingModels.append((try MappingModelReader.read(bytes, file: name), name))
    }
  }

  /// What lies beside a store and is not read.
  static func notes(on store: StoreFiles) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    if store.isInPackage {
      notes.append(
        Diagnostic(
          .documentPackage, .note,
          summary:
            "The path is a document package. The store in it, \(FileName.last(of: store.store.path)), is what "
            + "was taken, with what lies beside it; nothing else in the package is read or changed."))
    }
    if !store.leftovers.isEmpty {
      notes.append(
        Diagnostic(
          .migrationLeftovers, .note, count: Int64(store.leftovers.count),
          summary:
            "Files of a migration that was cut short lie beside the store. They are not read, and stay where they are."
        ))
    }
    if let external = store.externalData, external.strangers > 0 {
      notes.append(
        Diagnostic(
          .externalStrangers, .note, count: Int64(external.strangers),
          summary:
            "The external data folder holds things that are no files of the store; they are left where they are."
        ))
    }
    return notes
  }

  /// In place: what an earlier run left is settled before anything is looked at.
  private func openPlace(_ state: inout ImportState) throws(DiagnosticError) {
    let address = try StoreAddress(state.request.store, with: state.files)
    let session = try InPlaceSession(address, wait: state.request.wait, with: state.files)
    state.session = session
    guard state.request.isDryRun else {
      return try session.recover(acceptingNewer: state.request.acceptsNewer)
    }
    guard session.journal.openRun == nil else {
      throw DiagnosticError(
        .inUse,
        Diagnostic(
          .runUnfinished, .error,
          summary: "An earlier run on this store did not end, and a dry run settles nothing.",
          recovery: [
            "import-legacy status STORE says where it stands; a run without --dry-run, or restore, settles it."
          ]))
    }
  }

  /// In place, other names of the store's file matter: one is followed, others go on naming the old file.
  private func nameLinks(_ state: inout ImportState) {
    guard state.request.output == nil, let store = state.store else { return }
    if store.isLinked {
      state.findings.append(
        Diagnostic(
          .placeLinked, .note,
          summary: "The store's path is a symbolic link. The file that it leads to, "
            + "\(FileName.last(of: store.store.path)), is what is migrated; the link stays."))
    }
    let others = store.store.status.linkCount - 1
    if others > 0 {
      state.findings.append(
        Diagnostic(
          .placeHardLinks, .warning, count: Int64(clamping: others),
          summary: "The store's file has \(others) other \(others == 1 ? "name" : "names") (hard links). "
            + "Only the name given gets the new file; the others go on naming the old one.",
          recovery: [
            "If an app uses one of those names, make it a link to the new file, or migrate it too."
          ]))
    }
  }

  private func consent(_ text: String) throws(DiagnosticError) -> Consent {
    guard let consent = Consent(text) else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .consentForm, .error, summary: "\(text) is no consent.",
          recovery: [
            "Use drop:Entity, drop:Entity.property, drop:table:NAME, drop:cloudkit, drop:history, lossy:Entity.property, "
              + "orphans:Entity or unverified-hash:Entity, each with =N for at most N rows."
          ]))
    }
    return consent
  }
}

extension DiagnosticID {
  package static let consentForm = DiagnosticID("consent.form")
  static let mappingUnreadable = DiagnosticID("mapping.unreadable")
  static let idMapFormat = DiagnosticID("id-map.format")
  static let documentPackage = DiagnosticID("source.document-package")
  static let migrationLeftovers = DiagnosticID("source.migration-leftovers")
  static let externalStrangers = DiagnosticID("source.external-strangers")
}
