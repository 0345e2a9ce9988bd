package import Diagnostics
package import FileOperations

/// The use of a store's place by one run at a time: the import folder, locked, its journal, and the store itself,
/// locked too.
package final class InPlaceSession {
  package let folder: ImportFolder
  package let files: FileOperations
  /// Seconds to wait for others.
  let wait: Int
  package internal(set) var journal: RunJournal
  /// What a person should know.
  package internal(set) var findings: [Diagnostic] = []

  var folderLock: FileLock?
  var storeLock: StoreLock?
  /// Of the new file, from before it gets its name.
  var newLock: StoreLock?
  /// Whether the import folder was made by this session.
  var madeFolder = false
  /// Whether `work` is in use by this session: others leave it alone.
  var usesWork = false

  /// Proof and undo run to their end, whatever signal comes.
  var steadyFiles: FileOperations { files.uninterrupted }

  /// Locks the import folder, if there is one, and reads its journal. Nothing is made or changed.
  package init(_ address: StoreAddress, wait: Int, with files: FileOperations) throws(DiagnosticError) {
    folder = ImportFolder(of: address.path)
    self.files = files
    self.wait = wait
    journal = RunJournal(storeName: address.name)
    guard try Self.folderIsThere(folder, files) else { return }
    try lockFolder(wait: wait)
  }

  /// Whether there is an import folder: without one no run in place has ever begun.
  var hasFolder: Bool { folderLock != nil }

  /// Whether this session began a run that has not ended.
  package internal(set) var isOpen = false
  /// Whether this session found a run that had not ended, and settled it.
  var hasSettled = false
  /// Whether this session began a run.
  var hasBegun = false

  /// Takes the folder's lock, if the folder is there still: a run that came to nothing takes its own away.
  private func lockFolder(wait seconds: Int) throws(DiagnosticError) {
    let attempt = try Patience(seconds: seconds, files: files).tryUntilGiven(else: .runUnderWay) {
      () throws(DiagnosticError) -> FolderLock? in
      do throws(FileError) {
        return try self.files.lock(self.folder.lock, at: .placeLock).map { .held($0) }
      } catch {
        if error.isAbsence { return .gone }
        throw error.meansReadOnly ? .placeNotWritable(error) : DiagnosticError(error)
      }
    }
    guard case .held(let lock) = attempt else { return }
    folderLock = lock
    journal = try RunJournal.read(of: folder, with: files)
  }

  private enum FolderLock {
    case held(FileLock)
    /// There is no folder any more.
    case gone
  }

  /// - Throws: exit 64 if what is there is none of ours.
  static func folderIsThere(_ folder: ImportFolder, _ files: FileOperations) throws(DiagnosticError) -> Bool {
    let status = try reporting { () throws(FileError) in
      try files.linkStatusIfPresent(of: folder.path, at: .placeStatus)
    }
    guard let status else { return false }
    // What others can write into is no place for people's data.
    guard status.kind == .folder, status.mode & 0o022 == 0 else {
      throw .place(
        .usage, .placeTaken,
        "What stands at the name of the store's import folder is not a folder that a run made.",
        "Move \(FileName.last(of: folder.path)) beside the store away, or use --output.")
    }
    return true
  }

  /// Locks the store against everybody, or refuses if anybody has it open. Nothing is written.
  package func lockStore() throws(DiagnosticError) {
    guard storeLock == nil else { return }
    let isThere = try reporting { () throws(FileError) in
      try self.files.statusIfPresent(of: self.folder.store, at: .placeStatus) != nil
    }
    if isThere { storeLock = try StoreLock(folder.store, wait: wait, with: files) }
  }

  /// After an undo another file has the store's name.
  func lockStoreAnew() throws(DiagnosticError) {
    storeLock = nil
    newLock = nil
    try lockStore()
  }

  /// Makes the import folder if it is not there, and sees that a new file can be given the old one's owner and mode.
  package func prepare() throws(DiagnosticError) {
    if folderLock == nil {
      try makeFolder()
      // Another run may have made the folder in this very moment, and died.
      try recover()
      try lockStore()
    }
    try requireEmptyAside()
    try clean()
    usesWork = true
    do {
      try files.createFolder(folder.work, at: .placeFolder)
    } catch {
      throw error.meansReadOnly ? .placeNotWritable(error) : DiagnosticError(error)
    }
    try tryAttributes()
  }

  private func makeFolder() throws(DiagnosticError) {
    // It may go again before its lock is ours.
    for _ in 0..<Self.attempts where folderLock == nil {
      do {
        madeFolder = try files.createFolderIfAbsent(folder.path, at: .placeFolder)
        if madeFolder { try files.synchronizeFolder(FileName.folder(of: folder.path), at: .placeFolder) }
      } catch {
        throw error.meansReadOnly ? .placeNotWritable(error) : DiagnosticError(error)
      }
      try lockFolderAfterStore()
    }
    guard folderLock != nil else { throw .runUnderWay }
  }

  private static let attempts = 100

  /// The order is the folder, then the store: whoever has the folder's lock may be waiting for the store's, which is
  /// ours.
  private func lockFolderAfterStore() throws(DiagnosticError) {
    do throws(DiagnosticError) {
      try lockFolder(wait: 0)
    } catch {
      guard error.diagnostics.first?.id == .storeBusyRun else { throw error }
      storeLock = nil
      try lockFolder(wait: wait)
    }
  }

  private func tryAttributes() throws(DiagnosticError) {
    do {
      guard try files.statusIfPresent(of: folder.store, at: .placeStatus) != nil else { return }
      let trial = FileName.join(folder.work, "attributes")
      _ = try files.createNew(trial, at: .placeAttributes)
      let skipped = try files.apply(
        files.attributes(of: folder.store, at: .placeAttributes), to: trial, at: .placeAttributes)
      try files.removeFile(trial, at: .placeAttributes)
      if !skipped.isEmpty {
        findings.append(
          Diagnostic(
            .placeAttributesSkipped, .note, count: Int64(skipped.count),
            summary: "Extended attributes of the store that the system does not let us give: "
              + "\(skipped.joined(separator: ", ")). The new file will be without them."))
      }
    } catch {
      guard error.isDenied else { throw DiagnosticError(error) }
      throw .place(
        .failure, .placeAttributes,
        "A new file cannot be given the owner, group and mode of \(FileName.last(of: folder.store)): \(error.reason).",
        "Run as the store's owner, or use --output.")
    }
  }

  /// Empties `work`, which belongs to nobody.
  func clean() throws(DiagnosticError) {
    try reporting { () throws(FileError) in try self.files.removeTree(self.folder.work, at: .placeClean) }
  }

  /// Writes the journal; what it says is on the disk when this returns.
  func record() throws(DiagnosticError) {
    try reporting { () throws(FileError) in
      try self.journal.write(to: self.folder.journal, with: self.steadyFiles)
    }
  }

  func setPhase(_ phase: RunPhase) throws(DiagnosticError) {
    journal.run?.phase = phase
    try record()
  }

  /// Begins a run: from here on the journal says that there is one.
  ///
  /// - Parameters:
  ///   - request: of an import: digest of what was asked for.
  ///   - target: of a restore: number of the copy to put back.
  package func begin(_ action: RunAction, request: String? = nil, target: Int? = nil) throws(DiagnosticError)
  {
    let last = journal.run
    journal.run = RunRecord(
      number: (last?.number ?? 0) + 1, action: action, began: WallClock.now(), request: request,
      target: target)
    do throws(DiagnosticError) {
      try record()
    } catch {
      journal.run = last
      throw error
    }
    hasBegun = true
    isOpen = true
  }

  /// Ends the use of the place. A folder that this run made and has no use for goes.
  package func close() {
    if folderLock != nil, !isOpen {
      // What a killed run left there matters to nobody, unless that run is still to be settled.
      if usesWork || journal.openRun == nil { try? files.removeTree(folder.work, at: .placeClean) }
      if madeFolder, journal.run == nil {
        try? files.removeFileIfPresent(folder.lock, at: .placeClean)
        try? files.removeFolder(folder.path, at: .placeClean)
      }
    }
    folderLock = nil
    storeLock = nil
    newLock = nil
  }
}
