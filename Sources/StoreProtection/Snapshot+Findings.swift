package import Diagnostics

extension DiagnosticID {
  package static let sourceWriteAheadLog = DiagnosticID("source.write-ahead-log")
  package static let sourceUncommittedFrames = DiagnosticID("source.uncommitted-frames")
  package static let sourceDamagedLog = DiagnosticID("source.damaged-log")
  package static let sourceNoWriteAheadLog = DiagnosticID("source.no-write-ahead-log")
  package static let sourceHotJournal = DiagnosticID("source.hot-journal")
  package static let sourceDamagedJournal = DiagnosticID("source.damaged-journal")
  package static let sourceSuperJournal = DiagnosticID("source.super-journal")
  package static let storeSuperJournalUnsettled = DiagnosticID("store.super-journal-unsettled")
}

extension Diagnostic {
  static func writeAheadLog(_ log: WriteAheadLog) -> Diagnostic {
    let rest =
      log.uncommittedFrames == 0
      ? "" : " \(log.uncommittedFrames) more after the last commit were never committed and do not count."
    return Diagnostic(
      .sourceWriteAheadLog, .note, count: Int64(log.committedFrames),
      summary: "The store came with a write-ahead log; its \(log.committedFrames) committed frames were read "
        + "as part of the store.\(rest)")
  }

  static func uncommittedFrames(_ log: WriteAheadLog) -> Diagnostic {
    Diagnostic(
      .sourceUncommittedFrames, .note, count: Int64(log.uncommittedFrames),
      summary: "The write-ahead log ends in \(log.uncommittedFrames) frames of a transaction that was never "
        + "committed; they were left out, as SQLite does.")
  }

  static func damagedLog(_ log: WriteAheadLog) -> Diagnostic {
    let recovery = [
      "Copy the store and its -wal again, together, while nothing uses them.",
      "If this is all there is, look for what was saved last: it may be missing.",
    ]
    if log.isDamaged {
      return Diagnostic(
        .sourceDamagedLog, .warning,
        summary: "The store's write-ahead log has no valid header; SQLite reads nothing of it.",
        recovery: recovery)
    }
    return Diagnostic(
      .sourceDamagedLog, .warning, count: Int64(log.lostCommits),
      summary: "The write-ahead log is damaged after its last valid frame; \(log.lostCommits) commits that "
        + "follow cannot be read.",
      recovery: recovery)
  }

  static var noWriteAheadLog: Diagnostic {
    Diagnostic(
      .sourceNoWriteAheadLog, .note,
      summary:
        "The store is one that is used with a write-ahead log, and none came with it. That is so after "
        + "its application was quit in order; if it was running, what was saved last is missing.",
      recovery: ["If a -wal file was left behind, copy it beside the store and run again."])
  }

  static func hotJournal(_ journal: RollbackJournal) -> Diagnostic {
    Diagnostic(
      .sourceHotJournal, .note, count: Int64(journal.playableRecords),
      summary: "The store was copied in the middle of a transaction, which its journal rolls back: "
        + "\(journal.playableRecords) pages are put back in our copy.")
  }

  static func damagedJournal(_ journal: RollbackJournal) -> Diagnostic {
    let recovery = ["Copy the store and its -journal again, together, or take both from a backup."]
    if journal.state == .damaged {
      return Diagnostic(
        .sourceDamagedJournal, .warning,
        summary: "The store's journal has no valid header; SQLite puts nothing back from it.",
        recovery: recovery)
    }
    return Diagnostic(
      .sourceDamagedJournal, .warning, count: Int64(journal.missingRecords),
      summary: "The store's journal is cut short or damaged: \(journal.missingRecords) pages that it counts "
        + "cannot be put back.",
      recovery: recovery)
  }

  static var superJournal: Diagnostic {
    Diagnostic(
      .sourceSuperJournal, .note,
      summary:
        "The store's journal names another file that decides about its transaction. That file is there, "
        + "so the transaction is rolled back; the file was left alone.")
  }

  static var superJournalUnsettled: Diagnostic {
    Diagnostic(
      .storeSuperJournalUnsettled, .error,
      summary:
        "The store's journal names another file that decides whether its transaction was finished, and "
        + "that file is not there.",
      recovery: [
        "Copy the file whose name ends in -mj and digits from the store's first home beside the store.",
        "If there was no such file there any more, the transaction was finished: read a copy of the store "
          + "without its journal.",
      ])
  }
}
