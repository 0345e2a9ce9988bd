package import Diagnostics

extension DiagnosticID {
  package static let storeWALPageSize = DiagnosticID("store.wal-page-size")
}

/// A write-ahead log that cannot be the one of its database.
package enum WriteAheadLogError: Error, Sendable, Hashable {
  case pageSize(log: Int, database: Int)

  package var exitStatus: ExitStatus { .damaged }

  package var diagnostic: Diagnostic {
    switch self {
    case .pageSize(let log, let database):
      Diagnostic(
        .storeWALPageSize, .error,
        summary: "The write-ahead log is of another database: its pages have \(log) bytes, the store's "
          + "\(database).",
        recovery: [
          "Copy the store and its -wal again, together, from one place.",
          "If the log does not belong to the store, read a copy of the store without it: what was saved "
            + "last may then be missing.",
        ])
    }
  }
}
