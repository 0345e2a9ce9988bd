/// What a file is for a store.
package enum StoreFileRole: String, Sendable, Hashable, CaseIterable {
  case store
  case writeAheadLog
  case rollbackJournal
  case sharedMemory

  /// What SQLite appends to the store's full file name (https://sqlite.org/tempfiles.html).
  package var suffix: String {
    switch self {
    case .store: ""
    case .writeAheadLog: "-wal"
    case .rollbackJournal: "-journal"
    case .sharedMemory: "-shm"
    }
  }

  /// The files that hold data. The shared memory is an index that SQLite builds again.
  package static let holdingData: [StoreFileRole] = [.store, .writeAheadLog, .rollbackJournal]

  /// The files that stand beside the store.
  package static let companions: [StoreFileRole] = [.writeAheadLog, .rollbackJournal, .sharedMemory]
}
