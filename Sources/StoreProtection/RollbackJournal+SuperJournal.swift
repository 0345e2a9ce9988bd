package import FileOperations

extension RollbackJournal {
  /// Cuts the super-journal's name off our copy of a journal, so that SQLite never learns of the file. What
  /// is then at the end may look like such a record again, and is cut too.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package static func cutSuperJournal(fromCopy path: String, with files: FileOperations) throws(FileError)
    -> Bool
  {
    var wasCut = false
    while true {
      let record: SuperJournalRecord?
      do {
        let file = try files.openToRead(path, at: .snapshotCut)
        let size = try files.status(of: file).size
        record = try superJournal(in: file, size: size, with: files)
      }
      guard let record else { return wasCut }
      try files.cut(path, to: record.offset, at: .snapshotCut)
      wasCut = true
    }
  }

  /// Whether the named file is there, at its path or, as part of the same copy, beside the store. It is
  /// looked at, never opened. The name comes from the journal's bytes: one that no file can have, or that we may not
  /// look at, is that of no file.
  static func isPresent(_ record: SuperJournalRecord, besideStore store: String, with files: FileOperations)
    throws(FileError) -> Bool
  {
    guard let path = record.path, !path.isEmpty else { return false }
    let name = FileName.last(of: path)
    var candidates: [String] = path.utf8.first == UInt8(ascii: "/") ? [path] : []
    if !name.isEmpty { candidates.append(FileName.join(FileName.folder(of: store), name)) }
    for candidate in candidates {
      do {
        if try files.statusIfPresent(of: candidate, at: .snapshotStatus)?.kind == .regular { return true }
      } catch  where error.isImpossibleName || error.isDenied {
        continue
      }
    }
    return false
  }
}
