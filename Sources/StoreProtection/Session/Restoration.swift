package import Diagnostics
internal import FileOperations

/// Puts a safety copy back. What is there now gets a copy first, so that this can be undone too.
package struct Restoration {
  package enum Ending: Sendable, Hashable {
    /// - Parameter undo: number of the copy that holds the files as they were before.
    case restored(copy: Int, undo: Int?)
    /// The files are the copy's already.
    case nothingToDo(copy: Int)
  }

  let session: InPlaceSession

  package init(_ session: InPlaceSession) { self.session = session }

  /// - Parameters:
  ///   - number: of the copy; `nil` for the newest.
  ///   - replaceNewer: whether files that no run left there may be replaced, once they have a copy.
  ///   - requireSameStore: is given the main files of two safety copies, that to put back and that of what is there;
  ///     throws if they are not one and the same store.
  package func run(
    copy number: Int?, replaceNewer: Bool,
    requireSameStore: (_ copy: String, _ present: String) throws(DiagnosticError) -> Void
  ) throws(DiagnosticError) -> Ending {
    guard session.hasFolder else { throw Self.none }
    try session.lockStore()
    do throws(DiagnosticError) {
      try session.recover()
    } catch {
      guard error.diagnostics.first?.id == .storeChangedSince, replaceNewer else { throw error }
      try session.giveUpOpenRun()
    }
    let record: CopyRecord
    if let number { record = try session.requireKnown(number) } else { record = try chosen() }
    if let damage = try session.damage(ofCopy: record.number) {
      throw DiagnosticError(damage.id == .copyUnknown ? .usage : .damaged, damage)
    }
    let copy = try read(record)
    let external = externalData(record)
    let present = try session.presentFiles(external)
    let records = try reporting { () throws(FileError) in try session.records(of: present) }
    if isEqual(copy, present, records) { return .nothingToDo(copy: record.number) }
    if !replaceNewer {
      guard try session.isKnown(records) else { throw Self.newer }
    }
    try checkSpace(records, copy)
    try session.prepare()
    try session.begin(.restore, target: record.number)
    if present.isEmpty {
      try session.secureNothing()
    } else {
      let secured = try session.secure(externalData: external)
      // Read from the copies: the store itself is opened by nobody.
      let main = FileName.last(of: session.folder.store)
      if [copy, secured].allSatisfy({ $0.list.entries.contains { FileName.equal($0.name, main) } }) {
        try requireSameStore(copy.path(of: main), secured.path(of: main))
      }
    }
    let undo = session.journal.run?.copy
    try session.exchange(try bring(copy, external: external, records), proves: true)
    return .restored(copy: record.number, undo: undo)
  }

  private func checkSpace(
    _ records: [KnownFiles.Record], _ copy: SafetyCopy
  ) throws(DiagnosticError) {
    let files = session.files
    let size = try reporting { () throws(FileError) in try copy.size(with: files) }
    let present = records.reduce(0) { $0 + $1.record.digest.size }
    files.expectCopying(of: present + size)
    try SpaceEstimate(replacing: present, with: size)
      .check(at: session.folder.path, called: "the store", with: files)
  }

  /// Of the copy, or where the store has it today.
  private func externalData(_ record: CopyRecord) -> String? {
    if let name = record.externalData { return session.folder.place(of: name) }
    let store = session.folder.store
    let support = FileName.join(FileName.folder(of: store), ExternalDataFolder.supportFolderName(for: store))
    return FileName.join(support, ExternalDataFolder.name)
  }

  /// Where no copy is named: what the last restore was to put back, if it did not come to its end; else the newest copy
  /// of a store that is not what is there anyway.
  private func chosen() throws(DiagnosticError) -> CopyRecord {
    guard let newest = session.journal.copies.last else { throw Self.none }
    if let last = session.journal.run, last.action == .restore, try session.isLastCutShort(),
      let record = last.target.flatMap({ session.journal.copy($0) })
    {
      return record
    }
    for record in session.journal.copies.reversed() {
      guard let copy = try? read(record) else { return record }
      let main = FileName.last(of: session.folder.store)
      guard copy.list.entries.contains(where: { FileName.equal($0.name, main) }) else { continue }
      let external = externalData(record)
      let present = try session.presentFiles(external)
      let records = try reporting { () throws(FileError) in try session.records(of: present) }
      if !isEqual(copy, present, records) { return record }
    }
    return newest
  }

  private func read(_ record: CopyRecord) throws(DiagnosticError) -> SafetyCopy {
    let path = FileName.join(session.folder.copies, record.folder)
    let copy = try reporting { () throws(FileError) in try SafetyCopy.read(path, with: session.files) }
    guard let copy else { throw DiagnosticError(FileError.missing(path)) }
    return copy
  }

  private static let none = DiagnosticError.place(
    .notRecognised, .copyNone, "There is no safety copy of this store.",
    "A run in place makes one; with --output the store itself stays as it is.")

  private static let newer = DiagnosticError.place(
    .inUse, .storeChangedSince,
    "The store's files are neither what a run put there nor what one found: somebody has written to them since.",
    "Give --replace-newer: it makes a safety copy of them first, so that they can be put back too.")

  /// The files that the copy has are there, and no log that it does not have.
  private func isEqual(
    _ copy: SafetyCopy, _ present: [PresentFile], _ records: [KnownFiles.Record]
  ) -> Bool {
    let wanted = Set(copy.dataEntries(store: session.folder.store).map(\.name))
    let data = present.filter { $0.kind == .store || $0.kind == .log }.map(\.copyName)
    guard wanted.isSubset(of: present.map(\.copyName)), Set(data).isSubset(of: wanted) else { return false }
    return InPlaceSession.isEqual(copy, records.filter { wanted.contains($0.file.copyName) })
  }

  /// Copies what has to be put in place into `work`, each file proven while it is copied.
  private func bring(
    _ copy: SafetyCopy, external: String?, _ records: [KnownFiles.Record]
  ) throws(DiagnosticError) -> [NewFile] {
    let store = FileName.last(of: session.folder.store)
    let present = Dictionary(records.map { ($0.file.copyName, $0.record.digest.sha256) }) { first, _ in first
    }
    var new: [NewFile] = []
    for (index, entry) in copy.list.entries.enumerated() {
      let kind = Self.kind(of: entry.name, store: store)
      // External files that are there with the same bytes stay; so does everything else in their folder.
      if kind == .externalData, present[entry.name] == entry.sha256 { continue }
      let target = FileName.join(session.folder.work, "restored-\(index)")
      let place =
        kind == .externalData
        ? FileName.join(external ?? "", FileName.last(of: entry.name))
        : FileName.join(FileName.folder(of: session.folder.store), entry.name)
      let digest = try reporting { () throws(FileError) in
        try copyWithAttributes(copy.path(of: entry.name), target)
      }
      guard digest.sha256 == entry.sha256 else {
        throw .place(
          .damaged, .copyDamaged, "A file of the safety copy has other bytes than its list says.",
          "Take another copy: import-legacy copies verify STORE says which are sound.")
      }
      new.append(NewFile(kind: kind, name: session.folder.name(of: place), path: target))
    }
    return new
  }

  private func copyWithAttributes(_ source: String, _ target: String) throws(FileError) -> FileDigest {
    let files = session.files
    let digest = try files.copyHashing(from: source, to: target, at: .promoteStage)
    let attributes = try files.attributes(of: source, at: .promoteStage)
    _ = try files.apply(attributes, to: target, at: .promoteStage)
    try files.setModified(target, to: attributes.modified, at: .promoteStage)
    return digest
  }

  private static func kind(of name: String, store: String) -> SwapFile.Kind {
    if name.utf8.contains(UInt8(ascii: "/")) { return .externalData }
    if FileName.equal(name, store) { return .store }
    return FileName.equal(name, store + StoreFileRole.sharedMemory.suffix) ? .sharedMemory : .log
  }
}
