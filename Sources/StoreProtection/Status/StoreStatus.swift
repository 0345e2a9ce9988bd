package import Diagnostics
package import FileOperations

/// Where the runs on a store stand, told without changing anything.
package struct StoreStatus: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    /// No run in place has ever begun.
    case neverImported = "never-imported"
    /// A run is at work now.
    case running
    /// The store is the result of the last import.
    case imported
    /// The store is what a safety copy holds: restored, or never replaced.
    case asCopied = "as-copied"
    /// No run is open, and the store is something else by now.
    case changed
    /// A run did not end; it can be settled.
    case unfinished
    /// A run did not end, and somebody wrote to the files since.
    case changedSince = "changed-since"
    /// No run is open, and there is no store.
    case missing
    /// No run is open, and the store is in a dated folder.
    case setAside = "set-aside"
  }

  /// What the next run in place would do.
  package enum Rerun: String, Sendable, CaseIterable {
    /// It makes a copy and migrates.
    case runs
    /// The same request finds nothing to do; another one runs.
    case nothingToDo = "nothing-to-do"
    /// It undoes, or completes, the open run first.
    case settlesFirst = "settles-first"
    /// It is refused: exit 8.
    case refused
    /// There is nothing to migrate: exit 4.
    case fails
  }

  package let state: State
  package let run: RunRecord?
  package let result: ImportedResult?
  package let copies: [KeptCopy]
  /// Dated folders that hold files of the store, the newest last.
  package let aside: [KeptAside]

  package var rerun: Rerun {
    switch state {
    case .neverImported, .asCopied, .changed: .runs
    case .imported: .nothingToDo
    case .unfinished: .settlesFirst
    case .running, .changedSince: .refused
    case .missing, .setAside: .fails
    }
  }

  package init(of address: StoreAddress, with files: FileOperations) throws(DiagnosticError) {
    let folder = ImportFolder(of: address.path)
    let isThere = try InPlaceSession.folderIsThere(folder, files)
    let journal = isThere ? try RunJournal.read(of: folder, with: files) : RunJournal(storeName: address.name)
    run = journal.run
    result = journal.result
    copies = try reporting { () throws(FileError) in
      try RunJournal.keptCopies(journal, in: folder, with: files)
    }
    aside = try reporting { () throws(FileError) in try KeptAside.list(of: address.path, with: files) }
    let holdsAll = aside.contains { $0.isComplete != false }
    state = try reporting { () throws(FileError) in
      if isThere, try files.isLocked(folder.lock, at: .placeLock) { return .running }
      let state = try Self.state(journal, folder, files)
      return state == .missing && holdsAll ? .setAside : state
    }
  }

  private static func state(_ journal: RunJournal, _ folder: ImportFolder, _ files: FileOperations)
    throws(FileError) -> State
  {
    if let run = journal.openRun {
      let settlement = Settlement(run, FileSwap(folder: folder, swaps: run.files, files: files))
      return try settlement.isChangedSince() ? .changedSince : .unfinished
    }
    let present = try PresentFile.list(of: folder, externalData: nil, with: files)
    guard present.contains(where: { $0.kind == .store }) else { return .missing }
    guard journal.run != nil else { return .neverImported }
    let known = KnownFiles(journal: journal, folder: folder, files: files)
    let records = try present.map { file throws(FileError) in try known.record(of: file) }
    if known.isResult(records) { return .imported }
    return try known.isCopied(records) ? .asCopied : .changed
  }
}
