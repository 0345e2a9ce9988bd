package import Diagnostics
package import FileOperations

extension Snapshot {
  /// Copies the store, its write-ahead log and its journal (never the shared memory) into `folder`, which
  /// is made for us alone and must not be there yet. A copy during which anything changed is thrown away
  /// and made again.
  package init(of source: StoreFiles, in folder: String, with files: FileOperations) throws(DiagnosticError) {
    try reporting { () throws(FileError) in try files.createFolder(folder, at: .snapshotFolder) }
    files.expectCopying(of: source.dataSize)
    let copies = try Self.copySteadily(source, to: folder, with: files)
    try self.init(examining: copies, of: source, in: folder, with: files)
  }

  private init(
    examining copies: [SnapshotFile], of source: StoreFiles, in folder: String, with files: FileOperations
  ) throws(DiagnosticError) {
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
    let steady = SteadyCopy(
      files: files, statusPoint: .snapshotStatus, writePoint: .snapshotWrite, clearPoint: .snapshotFolder)
    let copies = try steady.run { () throws(FileError) in
      var items: [SteadyCopy.Item] = []
      for role in StoreFileRole.holdingData {
        let path = source.path(of: role)
        // The store itself must be there: without it the copy is none.
        let status = try files.statusIfPresent(of: path, at: .snapshotStatus)
        guard role == .store || status != nil else { continue }
        items.append(SteadyCopy.Item(source: path, target: FileName.join(folder, storeName + role.suffix)))
      }
      return items
    }
    return copies.map { copy in
      SnapshotFile(
        role: StoreFileRole.holdingData.first { source.path(of: $0) == copy.item.source } ?? .store,
        sourcePath: copy.item.source, path: copy.item.target, digest: copy.record.digest)
    }
  }

  /// Copies from the safety copy what was proven there: the store's own files are not read again.
  package init(
    of source: StoreFiles, from copy: [StoreFileRole: (path: String, digest: FileDigest)], in folder: String,
    with files: FileOperations
  ) throws(DiagnosticError) {
    var copies: [SnapshotFile] = []
    try reporting { () throws(FileError) in
      try files.createFolder(folder, at: .snapshotFolder)
      for role in StoreFileRole.holdingData {
        guard let file = copy[role] else { continue }
        let path = FileName.join(folder, Self.storeName + role.suffix)
        try files.copy(from: file.path, to: path, at: .snapshotWrite)
        copies.append(
          SnapshotFile(role: role, sourcePath: source.path(of: role), path: path, digest: file.digest))
      }
    }
    try self.init(examining: copies, of: source, in: folder, with: files)
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
