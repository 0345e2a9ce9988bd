package import Diagnostics
package import FileOperations
internal import JSON

extension RunJournal {
  /// Reads the journal of an import folder; an empty one if there is none yet.
  ///
  /// - Throws: exit 7 for one that cannot be understood: nobody can say then what the files are.
  package static func read(of folder: ImportFolder, with files: FileOperations) throws(DiagnosticError)
    -> RunJournal
  {
    let name = FileName.last(of: folder.store)
    let bytes = try reporting { () throws(FileError) -> [UInt8]? in
      guard let status = try files.linkStatusIfPresent(of: folder.journal, at: .journalRead) else {
        return nil
      }
      // Never wait for a pipe that stands there.
      guard status.kind == .regular else { return [] }
      return try files.readAll(folder.journal, at: .journalRead)
    }
    guard let bytes else { return RunJournal(storeName: name) }
    let journal: RunJournal
    do {
      journal = try RunJournal(parsing: bytes)
    } catch {
      throw DiagnosticError(
        .originalNotProven,
        Diagnostic(
          .journalUnreadable, .error,
          summary:
            "The journal of the runs on this store cannot be understood, so that nobody can say what its "
            + "files are. \(Self.words(error))",
          recovery: [
            "If a newer version of this program wrote it, use that one.",
            "Else look into \(FileName.last(of: folder.path)) beside the store: copies holds the files as they were, "
              + "each with SHA256SUMS, aside what a run had taken from its place.",
          ]))
    }
    guard FileName.equal(journal.storeName, name) else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .journalOfAnotherStore, .error,
          summary: "\(FileName.last(of: folder.path)) beside the store belongs to a store of another name.",
          recovery: ["Move it back beside its own store, or away."]))
    }
    return journal
  }

  /// For those who only read a store: while files are being exchanged in place, what is at its names may belong to two
  /// different stores.
  ///
  /// - Throws: exit 8.
  package static func refuseOpenExchange(of store: String, with files: FileOperations) throws(DiagnosticError)
  {
    let folder = ImportFolder(of: store)
    do {
      _ = try files.statusIfPresent(of: folder.journal, at: .journalRead)
    } catch {
      // Somebody else's folder, which we may not look into.
      if error.isDenied { return }
      throw DiagnosticError(error)
    }
    guard try read(of: folder, with: files).openRun?.phase == .promoting else { return }
    throw .place(
      .inUse, .runUnfinished,
      "A run in place on this store is exchanging its files, or was cut short while it did.",
      "Wait until it has ended; else settle it: run it again, or put the files back with restore.")
  }

  private static func words(_ error: JSONShapeError) -> String {
    switch error {
    case .missingKey(let place): "\(place) is missing."
    case .unknownKey(let place): "\(place) is an unknown key."
    case .wrongType(let place, let expected):
      "\(place.isEmpty ? "The document" : place) is not \(expected)."
    }
  }
}
