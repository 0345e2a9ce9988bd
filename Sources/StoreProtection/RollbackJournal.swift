/// What a rollback journal holds, and whether SQLite will play it back.
package struct RollbackJournal: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    /// 0 bytes, or a header of zeros: the transaction was finished.
    case finished
    /// A header that counts no record: nothing was written to the database yet.
    case notBegun
    /// An unfinished transaction: pages of the database must be put back.
    case hot
    /// Bytes that SQLite takes for an unfinished transaction and cannot play back.
    case damaged
  }

  /// Of the file, in bytes.
  package let size: Int64
  package let state: State
  /// Of the first part; `nil` if there is none.
  package let header: RollbackJournalHeader?
  /// Pages that SQLite will put back.
  package let playableRecords: Int
  /// Records that the headers count and that are cut short or damaged.
  package let missingRecords: Int
  /// The record at the very end, if there is one.
  package let superJournal: SuperJournalRecord?
}
