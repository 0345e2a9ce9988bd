package import Diagnostics
package import FileOperations

/// How much room a run needs on one disk, told from the sizes of files.
package struct SpaceEstimate: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    package let name: String
    /// In bytes.
    package let size: Int64
  }

  package let parts: [Part]

  package var total: Int64 { parts.reduce(0) { $0 + $1.size } }

  /// Of an import, all of which is on the disk of its result.
  ///
  /// - Parameters:
  ///   - inPlace: whether it makes a safety copy, and leaves external data where it is.
  ///   - steps: whether it may take several, each into a store of its own: two of these are there at a time.
  package init(of source: StoreFiles, inPlace: Bool, steps: Bool = false) {
    let log = source.writeAheadLog?.status.size ?? 0
    let journal = source.rollbackJournal?.status.size ?? 0
    let store = source.store.status.size
    let external = source.externalData?.files.reduce(0) { $0 + $1.size } ?? 0
    let protected = source.all.reduce(0) { $0 + $1.status.size } + external
    parts =
      [
        // With room for the log to be folded in.
        Part(name: "private copy", size: store + 2 * log + journal),
        // As large as the old one and its log, and a tenth more for what grows.
        Part(name: "result", size: (store + log) + (store + log) / 10),
        // What SQLite sorts while it makes indexes: seen at up to a third of the store.
        Part(name: "sorting", size: (store + log) / 3),
        inPlace
          ? Part(name: "safety copy", size: protected) : Part(name: "external files", size: external),
      ] + (steps ? [Part(name: "stores between steps", size: 2 * ((store + log) + (store + log) / 10))] : [])
  }

  /// Of a look into a store: our copy of it.
  package init(lookingInto source: StoreFiles) {
    let log = source.writeAheadLog?.status.size ?? 0
    let journal = source.rollbackJournal?.status.size ?? 0
    parts = [Part(name: "private copy", size: source.store.status.size + 2 * log + journal)]
  }

  /// Of a hot journal: our copy of the store grows to what it was before the transaction.
  ///
  /// - Parameter size: of the copy, in bytes.
  init(playingBack header: RollbackJournalHeader, into size: Int64) {
    let before = Int64(header.pageCount) * Int64(header.pageSize)
    parts = [Part(name: "store before its transaction", size: max(0, before - size))]
  }

  /// Of a restore.
  ///
  /// - Parameters:
  ///   - present: bytes of the files that get a copy first.
  ///   - copy: bytes of the files that are put back.
  init(replacing present: Int64, with copy: Int64) {
    parts = [Part(name: "safety copy", size: present), Part(name: "files to put back", size: copy)]
  }

  /// Ends the run before its first write where the room is not there: exit 9, with what is needed and what is free.
  ///
  /// - Parameters:
  ///   - folder: on the disk. One that is not there is somebody else's to complain about.
  ///   - place: what a person calls it.
  package func check(at folder: String, called place: String, with files: FileOperations)
    throws(DiagnosticError)
  {
    let free: Int64
    do {
      free = try files.freeSpace(at: folder)
    } catch {
      if error.isAbsence { return }
      throw DiagnosticError(error)
    }
    guard free < total else { return }
    let list = parts.filter { $0.size > 0 }.map { "\($0.name) \(Self.megabytes($0.size))" }
    throw DiagnosticError(
      .noSpace,
      Diagnostic(
        .spaceTooSmall, .error,
        summary: "The disk of \(place) has too little room: about \(Self.megabytes(total)) MB are needed "
          + "(\(list.joined(separator: ", "))).",
        recovery: ["Make room on that disk, or name another place."]))
  }

  /// Rounded up.
  private static func megabytes(_ bytes: Int64) -> Int64 { (bytes + 999_999) / 1_000_000 }
}

extension DiagnosticID {
  package static let spaceTooSmall = DiagnosticID("space.too-small")
}
