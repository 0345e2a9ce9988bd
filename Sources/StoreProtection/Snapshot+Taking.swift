package import Diagnostics
package import FileOperations

extension DiagnosticID {
  package static let storeChangedWhileReading = DiagnosticID("store.changed-while-reading")
}

extension Snapshot {
  /// Copies the store, its write-ahead log and its journal (never the shared memory) into `folder`, which
  /// is made for us alone and must not be there yet. A copy during which anything changed is thrown away
  /// and made again.
  package init(of source: StoreFiles, in folder: String, with files: FileOperations) throws(DiagnosticError) {
    try reporting { () throws(FileError) in try files.createFolder(folder, at: .snapshotFolder) }
    let copies = try Self.copySteadily(source, to: folder, with: files)
    self.source = source
    self.files = copies
    operations = files
    storePath = FileName.join(folder, Self.storeName)
    header = try Self.header(of: storePath, with: files)

    var findings: [Diagnostic] = []
    writeAheadLog = try Self.examineLog(in: copies, header: header, with: files, findings: &findings)
    rollbackJournal = try Self.examineJournal(in: copies, source: source, with: files, findings: &findings)
    if writeAheadLog == nil, header.usesWriteAheadLog { findings.append(.noWriteAheadLog) }
    self.findings = findings.sorted { $0.id < $1.id }
  }

  private static func copySteadily(_ source: StoreFiles, to folder: String, with files: FileOperations)
    throws(DiagnosticError) -> [SnapshotFile]
  {
    for attempt in 1...attempts {
      if attempt > 1 { files.pause(milliseconds: 100) }
      let copies = try reporting { () throws(FileError) in
        try copyOnce(source, to: folder, with: files)
      }
      if let copies { return copies }
    }
    throw DiagnosticError(
      .inUse,
      Diagnostic(
        .storeChangedWhileReading, .error,
        summary: "The store changed while it was being read, \(attempts) times in a row.",
        recovery: ["Quit every program that uses the store, then run again."]))
  }

  /// - Returns: `nil` if the source changed meanwhile; then nothing is left of the copy.
  private static func copyOnce(_ source: StoreFiles, to folder: String, with files: FileOperations)
    throws(FileError) -> [SnapshotFile]?
  {
    let before = try SourceState(of: source, with: files, at: .snapshotStatus)
    var copies: [SnapshotFile] = []
    var isSteady = true
    for role in before.present where isSteady {
      let path = FileName.join(folder, storeName + role.suffix)
      do {
        let digest = try files.copyHashing(from: source.path(of: role), to: path, at: .snapshotWrite)
        copies.append(
          SnapshotFile(role: role, sourcePath: source.path(of: role), path: path, digest: digest))
      } catch {
        // A file that went away is a change like any other.
        let now = try SourceState(of: source, with: files, at: .snapshotStatus)
        if now == before { throw error }
      }
      isSteady = try SourceState(of: source, with: files, at: .snapshotStatus) == before
    }
    if isSteady, copies.first?.role == .store { return copies }
    for role in StoreFileRole.holdingData {
      try files.removeFileIfPresent(
        FileName.join(folder, storeName + role.suffix), at: .snapshotFolder)
    }
    return nil
  }

  private static func header(of path: String, with files: FileOperations) throws(DiagnosticError)
    -> DatabaseHeader
  {
    let bytes = try reporting { () throws(FileError) in
      let file = try files.openToRead(path)
      return try files.readBytes(from: file, offset: 0, count: DatabaseHeader.length)
    }
    do {
      return try DatabaseHeader(bytes)
    } catch {
      // It was right when the files were found.
      throw DiagnosticError(
        .inUse,
        Diagnostic(
          .storeChangedWhileReading, .error,
          summary: "The store changed between being found and being read.",
          recovery: ["Quit every program that uses the store, then run again."]))
    }
  }
}
