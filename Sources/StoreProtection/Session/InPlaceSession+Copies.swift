package import Diagnostics
internal import FileOperations

extension InPlaceSession {
  /// The copies that the journal knows, in the order of their numbers.
  package func keptCopies() throws(DiagnosticError) -> [KeptCopy] {
    try reporting { () throws(FileError) in
      try RunJournal.keptCopies(self.journal, in: self.folder, with: self.files)
    }
  }

  /// What is wrong with a copy: not known, not there, or not what its list and the journal say.
  package func damage(ofCopy number: Int) throws(DiagnosticError) -> Diagnostic? {
    guard let record = journal.copy(number) else {
      return Diagnostic(
        .copyUnknown, .error, summary: "No run on this store made a safety copy \(number).",
        recovery: ["import-legacy copies list STORE shows those that there are."])
    }
    let path = FileName.join(folder.copies, record.folder)
    let differing = try reporting { () throws(FileError) -> [String] in
      guard let copy = try SafetyCopy.read(path, with: self.files), copy.manifest == record.manifest else {
        return [ChecksumList.fileName]
      }
      return try copy.differing(with: self.files)
    }
    guard !differing.isEmpty else { return nil }
    return Diagnostic(
      .copyDamaged, .error, count: Int64(differing.count),
      summary:
        "Safety copy \(number) is not what it was when it was made: files of it are gone or have other bytes.",
      recovery: ["Take another copy: import-legacy copies verify STORE says which are sound."])
  }

  /// - Throws: exit 64 for a number that no run gave.
  @discardableResult
  package func requireKnown(_ number: Int) throws(DiagnosticError) -> CopyRecord {
    guard let record = journal.copy(number) else {
      throw .place(
        .usage, .copyUnknown, "No run on this store made a safety copy \(number).",
        "import-legacy copies list STORE shows those that there are.")
    }
    return record
  }

  /// Removes copies because a person says so: never while a run is open that may need one.
  package func pruneByHand(keeping keep: Int, named: Set<Int>) throws(DiagnosticError) -> [Int] {
    guard journal.openRun == nil else {
      throw .place(
        .inUse, .runUnfinished, "A run on this store did not end, and may need its safety copy.",
        "Run the import again, or restore: either settles it.")
    }
    for number in named.sorted() { try requireKnown(number) }
    return try prune(keeping: keep, named: named)
  }

  /// Removes copies: all but the newest, the first import's, and the one that this run needs.
  ///
  /// - Parameters:
  ///   - keep: how many of the newest stay.
  ///   - named: copies that go although they would stay.
  /// - Returns: the numbers of those that went.
  @discardableResult
  package func prune(keeping keep: Int, named: Set<Int> = []) throws(DiagnosticError) -> [Int] {
    let needed = named.isEmpty ? journal.run?.copy : nil
    let newest = Set(journal.copies.suffix(max(0, keep)).map(\.number))
    for index in journal.records.indices {
      let copy = journal.records[index]
      let goes =
        named.isEmpty
        ? !newest.contains(copy.number) && !copy.isFirst && copy.number != needed
        : named.contains(copy.number)
      if goes { journal.records[index].isLeaving = true }
    }
    let leaving = journal.records.filter(\.isLeaving)
    guard !leaving.isEmpty else { return [] }
    // First the journal: a copy that is half there is nobody's. One that could not be removed is tried again next time.
    try record()
    for copy in leaving {
      try reporting { () throws(FileError) in
        try self.files.removeTree(FileName.join(self.folder.copies, copy.folder), at: .copyPrune)
      }
    }
    journal.records.removeAll(where: \.isLeaving)
    try record()
    return leaving.map(\.number)
  }
}

extension RunJournal {
  static func keptCopies(_ journal: RunJournal, in folder: ImportFolder, with files: FileOperations)
    throws(FileError) -> [KeptCopy]
  {
    var kept: [KeptCopy] = []
    for record in journal.copies {
      let path = FileName.join(folder.copies, record.folder)
      let copy = try SafetyCopy.read(path, with: files)
      let main = copy?.list.entries.first { FileName.equal($0.name, FileName.last(of: folder.store)) }
      kept.append(
        KeptCopy(
          number: record.number, folder: record.folder, path: path, size: try copy?.size(with: files),
          fileCount: copy?.list.entries.count ?? 0, store: main?.sha256, isFirst: record.isFirst))
    }
    return kept
  }
}
