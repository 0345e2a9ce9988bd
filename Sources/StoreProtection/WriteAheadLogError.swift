package import Diagnostics

extension DiagnosticID {
  package static let storeWALPageSize = DiagnosticID("store.wal-page-size")
  package static let storeWALFormat = DiagnosticID("store.wal-format")
}

/// A write-ahead log that cannot be the one of its database.
package enum WriteAheadLogError: Error, Sendable, Hashable {
  case pageSize(log: Int, database: Int)
  /// Laid out as no known version of SQLite does it.
  case format

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
    case .format:
      Diagnostic(
        .storeWALFormat, .error,
        summary: "The write-ahead log says that it is laid out in a way that no known SQLite uses.",
        recovery: [
          "Copy the store and its -wal again, together, while nothing uses them.",
          "If this is all there is, read a copy of the store without the log: what was saved last will be missing.",
        ])
    }
  }
}
