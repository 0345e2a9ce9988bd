import CoreDataStore
import StoreProtection

/// Single facts in words.
extension InspectionText {
  static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

  static func word(_ role: StoreFileRole) -> String {
    switch role {
    case .store: "store"
    case .writeAheadLog: "write-ahead log"
    case .rollbackJournal: "rollback journal"
    case .sharedMemory: "shared memory"
    }
  }

  static func words(_ log: WriteAheadLog) -> String {
    switch log.inspectedState {
    case .empty: "holds nothing that counts"
    case .unreadable: "is none: SQLite reads nothing of it"
    case .sound, .damaged:
      "\(log.committedFrames) frames committed, \(log.uncommittedFrames) not"
        + (log.lostCommits > 0 ? "; damaged, \(log.lostCommits) commits lost" : "")
    }
  }

  static func words(_ journal: RollbackJournal) -> String {
    let state =
      switch journal.state {
      case .finished: "of a transaction that was finished"
      case .notBegun: "of a transaction that had written nothing"
      case .hot: "of a transaction in progress: \(journal.playableRecords) pages are put back"
      case .damaged: "is none: SQLite puts nothing back from it"
      }
    return state + (journal.missingRecords > 0 ? "; \(journal.missingRecords) pages are lost" : "")
      + (journal.superJournal == nil ? "" : "; names another file")
  }

  static func words(_ external: InspectedExternalData) -> String {
    var text =
      external.isPresent ? "\(external.files) files, \(external.size) bytes" : "the folder is not there"
    if external.strangers > 0 { text += "; \(external.strangers) things that are no files" }
    if let references = external.references {
      text +=
        "; rows name \(references.referenced), of which \(references.present) are there and "
        + "\(references.missing) missing; \(references.orphaned) are named by no row"
    }
    return text
  }

  static func words(_ era: SchemaEra) -> String {
    [
      era.hasModelCache ? "model cache" : "no model cache",
      era.hasJoinIndex ? "two indexes to a join table" : "one index to a join table",
      era.hasPlainIndexes ? "plain indexes" : "fetch indexes",
      era.hasTableConstraints ? "uniqueness in tables" : "uniqueness in indexes",
    ].joined(separator: "; ")
  }

  static func words(_ cached: InspectedVersion.Cached) -> String {
    switch cached {
    case .agrees: "has the hashes of the metadata"
    case .differs: "has other hashes than the metadata"
    case .unreadable: "cannot be read"
    case .none: "none"
    }
  }
}
