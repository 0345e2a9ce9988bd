internal import Diagnostics
internal import FileOperations

extension Snapshot {
  static func examineJournal(
    in copies: [SnapshotFile], source: StoreFiles, with files: FileOperations,
    findings: inout [Diagnostic]
  ) throws(DiagnosticError) -> RollbackJournal? {
    guard let copy = copies.first(where: { $0.role == .rollbackJournal }) else { return nil }
    let journal = try reporting { () throws(FileError) in
      try RollbackJournal(reading: copy.path, with: files)
    }
    if let record = journal.superJournal {
      // The named file tells whether the transaction was finished: without it nobody can say.
      if journal.state == .hot {
        let isPresent = try reporting { () throws(FileError) in
          try RollbackJournal.isPresent(record, besideStore: source.store.path, with: files)
        }
        guard isPresent else { throw DiagnosticError(.damaged, .superJournalUnsettled) }
        findings.append(.superJournal)
      }
      try reporting { () throws(FileError) in
        _ = try RollbackJournal.cutSuperJournal(fromCopy: copy.path, with: files)
      }
    }
    if journal.state == .hot {
      if let header = journal.header {
        try SpaceEstimate(playingBack: header, into: source.store.status.size)
          .check(at: FileName.folder(of: copy.path), called: "the private copy", with: files)
      }
      findings.append(.hotJournal(journal))
    }
    if journal.state == .damaged || journal.missingRecords > 0 { findings.append(.damagedJournal(journal)) }
    return journal
  }
}
