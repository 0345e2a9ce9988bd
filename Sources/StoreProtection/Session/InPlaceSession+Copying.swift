package import Diagnostics
package import FileOperations

extension InPlaceSession {
  /// Makes the safety copy of the files as they are now, or finds one that is equal. Then the journal knows what each
  /// file was: whatever comes later can be proven against that.
  ///
  /// - Parameter externalData: the store's `_EXTERNAL_DATA`, if it has one.
  @discardableResult
  package func secure(externalData: String?) throws(DiagnosticError) -> SafetyCopy {
    let present = try presentFiles(externalData)
    let made: (copy: SafetyCopy, records: [KnownFiles.Record])
    let number: Int
    if let equal = try equalCopy(of: present) {
      (made, number) = ((equal.copy, equal.records), equal.number)
    } else {
      number = try nextNumber()
      let name = "\(number)-\(WallClock.basicText(WallClock.now()))"
      made = try SafetyCopyWriter(folder: folder, files: files).write(
        name,
        list: { () throws(FileError) in
          try PresentFile.list(of: self.folder, externalData: externalData, with: self.files)
        },
        record: { copy, records throws(DiagnosticError) in
          self.adopt(copy, records, number: number, externalData: externalData)
          try self.record()
        })
    }
    adopt(made.copy, made.records, number: number, externalData: externalData)
    try setPhase(.working)
    return made.copy
  }

  /// The data files of a copy, for a snapshot of the store.
  package func files(of copy: SafetyCopy) -> [StoreFileRole: (path: String, digest: FileDigest)] {
    var found: [StoreFileRole: (path: String, digest: FileDigest)] = [:]
    for role in StoreFileRole.holdingData {
      let name = FileName.last(of: folder.store) + role.suffix
      guard let swap = journal.run?.files.first(where: { FileName.equal($0.name, name) }),
        let record = swap.before
      else { continue }
      found[role] = (copy.path(of: name), record.digest)
    }
    return found
  }

  func presentFiles(_ externalData: String?) throws(DiagnosticError) -> [PresentFile] {
    try reporting { () throws(FileError) in
      try PresentFile.list(of: self.folder, externalData: externalData, with: self.files)
    }
  }

  /// Makes a copy this run's, and puts it into the journal if it is not there.
  private func adopt(
    _ copy: SafetyCopy, _ records: [KnownFiles.Record], number: Int, externalData: String?
  ) {
    journal.run?.copy = number
    journal.run?.files = records.map {
      SwapFile(kind: $0.file.kind, name: $0.file.name, before: $0.record, after: $0.record)
    }
    journal.lastCopy = max(journal.lastCopy, number)
    guard journal.copy(number) == nil else { return }
    journal.records.append(
      CopyRecord(
        number: number, folder: FileName.last(of: copy.path), manifest: copy.manifest,
        externalData: externalData.map { folder.name(of: $0) },
        isFirst: false))
    journal.records.sort { $0.number < $1.number }
  }

  /// Numbers are not used twice, not even those of copies that the journal does not know.
  private func nextNumber() throws(DiagnosticError) -> Int {
    try reporting { () throws(FileError) in
      max(self.journal.lastCopy, try self.copyFolders().map(\.number).max() ?? 0) + 1
    }
  }

  /// The folders in `copies` whose names begin with a number, in the order of these.
  func copyFolders() throws(FileError) -> [(number: Int, path: String)] {
    guard try files.linkStatusIfPresent(of: folder.copies, at: .copyVerify)?.kind == .folder else {
      return []
    }
    return try files.list(folder.copies, at: .copyVerify).names.compactMap { name in
      // Nobody makes so many copies: a greater number is somebody's joke.
      name.split(separator: "-").first.flatMap { Int32($0) }
        .map { (Int($0), FileName.join(folder.copies, name)) }
    }.sorted { $0.number < $1.number }
  }

  /// A copy that has the very files that are there now, proven by reading both. The newest, if there are several.
  private func equalCopy(of present: [PresentFile]) throws(DiagnosticError)
    -> (number: Int, copy: SafetyCopy, records: [KnownFiles.Record])?
  {
    try reporting { () throws(FileError) in
      var records: [KnownFiles.Record]?
      let leaving = Set(self.journal.records.filter(\.isLeaving).map(\.number))
      for (number, path) in try self.copyFolders().reversed() where !leaving.contains(number) {
        guard let copy = try SafetyCopy.read(path, with: self.files), try self.looksEqual(copy, present)
        else {
          continue
        }
        let known: [KnownFiles.Record]
        if let records { known = records } else { known = try self.records(of: present) }
        records = known
        guard Self.isEqual(copy, known), try copy.differing(with: self.files).isEmpty else { continue }
        return (number, copy, known)
      }
      return nil
    }
  }

  /// By names and sizes: so that most copies need not be read.
  private func looksEqual(_ copy: SafetyCopy, _ present: [PresentFile]) throws(FileError) -> Bool {
    let wanted = present.filter { $0.kind != .sharedMemory }
    guard Set(copy.dataEntries(store: folder.store).map(\.name)) == Set(wanted.map(\.copyName)) else {
      return false
    }
    for file in wanted {
      let theirs = try files.linkStatusIfPresent(of: copy.path(of: file.copyName), at: .copyVerify)
      guard try files.status(of: file.path, at: .placeStatus).size == theirs?.size else { return false }
    }
    return true
  }

  static func isEqual(_ copy: SafetyCopy, _ records: [KnownFiles.Record]) -> Bool {
    let digests = Dictionary(copy.list.entries.map { ($0.name, $0.sha256) }) { first, _ in first }
    return records.allSatisfy {
      $0.file.kind == .sharedMemory || digests[$0.file.copyName] == $0.record.digest.sha256
    }
  }

  func records(of present: [PresentFile]) throws(FileError) -> [KnownFiles.Record] {
    let known = KnownFiles(journal: journal, folder: folder, files: files)
    return try present.map { file throws(FileError) in try known.record(of: file) }
  }
}

extension SafetyCopy {
  /// Without the shared memory, which no two moments have alike.
  func dataEntries(store: String) -> [ChecksumList.Entry] {
    let sharedMemory = FileName.last(of: store) + StoreFileRole.sharedMemory.suffix
    return list.entries.filter { !FileName.equal($0.name, sharedMemory) }
  }
}
