package import Diagnostics
package import FileOperations

/// How much room a run needs on the disk of its output, told from the sizes of the source's files.
package struct SpaceEstimate: Sendable, Hashable {
  /// The private copy, with room for the log to be folded in.
  package let snapshot: Int64
  /// The new store: as large as the old one and its log, and a tenth more for what grows.
  package let destination: Int64
  /// What SQLite sorts while it makes indexes: seen at up to a third of the store.
  package let sorting: Int64
  /// External data files, which are copied beside OUTPUT.
  package let external: Int64

  package var total: Int64 { snapshot + destination + sorting + external }

  package init(of source: StoreFiles) {
    let log = source.writeAheadLog?.status.size ?? 0
    let journal = source.rollbackJournal?.status.size ?? 0
    let store = source.store.status.size
    snapshot = store + 2 * log + journal
    destination = (store + log) + (store + log) / 10
    sorting = (store + log) / 3
    external = source.externalData?.files.reduce(0) { $0 + $1.size } ?? 0
  }

  /// Ends the run before its first write where the room is not there: exit 9, with what is needed and what is free.
  ///
  /// - Parameter folder: of OUTPUT. One that is not there is somebody else's to complain about.
  package func check(at folder: String, with files: FileOperations) throws(DiagnosticError) {
    let free: Int64
    do {
      free = try files.freeSpace(at: folder)
    } catch {
      if error.isAbsence { return }
      throw DiagnosticError(error)
    }
    guard free < total else { return }
    throw DiagnosticError(
      .noSpace,
      Diagnostic(
        .spaceTooSmall, .error,
        summary: "The disk of OUTPUT has too little room: about \(Self.megabytes(total)) MB are needed "
          + "(copy \(Self.megabytes(snapshot)), result \(Self.megabytes(destination)), sorting "
          + "\(Self.megabytes(sorting)), external files \(Self.megabytes(external))).",
        recovery: ["Make room on that disk, or name an OUTPUT on another."]))
  }

  /// Rounded up.
  private static func megabytes(_ bytes: Int64) -> Int64 { (bytes + 999_999) / 1_000_000 }
}

extension DiagnosticID {
  package static let spaceTooSmall = DiagnosticID("space.too-small")
}
