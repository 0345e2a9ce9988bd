package import Diagnostics
package import FileOperations

extension OutputPlace {
  /// Checks OUTPUT's path, makes or takes over its work folder, and locks it for the run.
  ///
  /// What stands at OUTPUT is left to the caller: see `existing` and `compare(with:)`.
  package init(output: String, source: StoreFiles, with files: FileOperations) throws(DiagnosticError) {
    let path = try Self.fullPath(of: output, with: files)
    try Self.refuseSource(path, source: source, with: files)
    let standing = try reporting { () throws(FileError) in
      try files.linkStatusIfPresent(of: path, at: .outputStatus)
    }
    if standing?.kind == .folder {
      throw .output(
        .usage, .outputIsAFolder, "OUTPUT is a folder.", "Name the file that is to be written.")
    }
    let workFolder = Self.workFolder(for: path)
    let lock = try Self.lock(workFolder, with: files)
    do throws(DiagnosticError) {
      // Looked at under the lock: another run may have ended meanwhile.
      let existing = try reporting { () throws(FileError) in
        try files.linkStatusIfPresent(of: path, at: .outputStatus)
      }
      let journal = try RunJournal.read(of: ImportFolder(of: path), with: files)
      guard journal.openRun == nil else { throw .outputRunUnfinished }
      self.init(
        path: path, existing: existing, workFolder: workFolder, source: source, files: files, lock: lock,
        isImportFolder: journal.run != nil)
      let scratch = scratchFolder
      try reporting { () throws(FileError) in
        try files.removeTree(scratch, at: .outputFolder)
        try files.createFolder(scratch, at: .outputFolder)
      }
    } catch {
      Self.giveUp(workFolder, with: files)
      throw error
    }
  }

  /// Takes away what a run made that could not begin. What somebody put there keeps the folder: only an empty one goes.
  private static func giveUp(_ workFolder: String, with files: FileOperations) {
    try? files.removeFolder(FileName.join(workFolder, scratchName))
    // Where runs in place keep their journal the lock is theirs too.
    let journal = FileName.join(workFolder, ImportFolder.journalName)
    guard (try? files.linkStatusIfPresent(of: journal)) == nil else { return }
    try? files.removeFileIfPresent(FileName.join(workFolder, lockName))
    try? files.removeFolder(workFolder)
  }

  private static func fullPath(of output: String, with files: FileOperations) throws(DiagnosticError)
    -> String
  {
    let name = FileName.last(of: output)
    guard !name.isEmpty, name != ".", name != "..", output.utf8.last != UInt8(ascii: "/") else {
      throw .output(
        .usage, .outputNoName, "OUTPUT does not name a file.", "Name the file that is to be written.")
    }
    let parent = FileName.folder(of: output)
    let status = try reporting { () throws(FileError) in
      try files.statusIfPresent(of: parent, at: .outputStatus)
    }
    guard status?.kind == .folder else {
      throw .output(
        .usage, .outputNoFolder, "The folder that OUTPUT is to be written in is not there.",
        "Make the folder, or name another OUTPUT.")
    }
    let real = try reporting { () throws(FileError) in try files.realPath(of: parent, at: .outputStatus) }
    return FileName.join(real, name)
  }

  /// OUTPUT and the companions that SQLite would give it must be none of the source's files, by name or by
  /// any link; nor may it lie among the source's external data.
  private static func refuseSource(_ output: String, source: StoreFiles, with files: FileOperations)
    throws(DiagnosticError)
  {
    let refusal = DiagnosticError.output(
      .usage, .outputIsSource, "OUTPUT, or a companion of it, is one of the source's own files.",
      "Name an OUTPUT that has nothing to do with the source.")
    let requested = FileName.join(
      FileName.folder(of: source.store.path), FileName.last(of: source.requestedPath))
    for role in StoreFileRole.allCases {
      let target = output + role.suffix
      for other in StoreFileRole.allCases {
        let isSource = FileName.equal(target, source.path(of: other))
        let isLink = FileName.equal(target, requested + other.suffix) && source.isLinked
        if isSource || isLink { throw refusal }
      }
      let status = try reporting { () throws(FileError) in
        try files.statusIfPresent(of: target, at: .outputStatus)
      }
      if let status, source.all.contains(where: { $0.status.isSameFile(as: status) }) { throw refusal }
    }
    if let external = source.externalData {
      let support = try reporting { () throws(FileError) in
        try files.realPath(of: FileName.folder(of: external.path), at: .outputStatus)
      }
      if output.utf8.starts(with: (support + "/").utf8) { throw refusal }
    }
  }

  private enum LockAttempt {
    case locked(FileLock)
    case heldByAnother
    case notOurFolder
  }

  private static func lock(_ folder: String, with files: FileOperations) throws(DiagnosticError) -> FileLock {
    // The run that holds the lock removes the folder when it ends: then we begin again.
    var last: FileError?
    for _ in 0..<100 {
      let attempt: LockAttempt
      do {
        attempt = try attemptLock(folder, with: files)
      } catch {
        last = error
        if error.isAbsence { continue }
        break
      }
      switch attempt {
      case .locked(let lock): return lock
      case .heldByAnother:
        throw .output(
          .inUse, .outputInUse, "Another run is writing to the same OUTPUT.",
          "Wait until it has ended, then run again.")
      case .notOurFolder:
        throw .output(
          .usage, .outputWorkFolderTaken,
          "What stands at the name of OUTPUT's work folder is not a folder that a run made.",
          "Move \(FileName.last(of: folder)) beside OUTPUT away, or name another OUTPUT.")
      }
    }
    if let last, last.operation == "lock", last.meansUnsupported {
      throw .output(
        .failure, .outputCannotLock, "OUTPUT's folder is on a file system without locks. \(last.nameOnly)",
        "Name an OUTPUT on a local disk, and copy it from there.")
    }
    throw DiagnosticError(last ?? FileError(operation: "lock", path: folder, code: 0))
  }

  private static func attemptLock(_ folder: String, with files: FileOperations) throws(FileError)
    -> LockAttempt
  {
    if try !files.createFolderIfAbsent(folder, at: .outputFolder) {
      let status = try files.linkStatus(of: folder, at: .outputFolder)
      // What others can write into is no place for people's data, nor to clear.
      guard status.kind == .folder, status.mode & 0o022 == 0 else { return .notOurFolder }
    }
    do throws(FileError) {
      guard let lock = try files.lock(FileName.join(folder, lockName), at: .outputLock) else {
        return .heldByAnother
      }
      return .locked(lock)
    } catch {
      giveUp(folder, with: files)
      throw error
    }
  }
}
