internal import FileOperations

/// Whether a store's files are what a run put there, or what one found and copied.
struct KnownFiles {
  typealias Record = (file: PresentFile, record: FileRecord)

  let journal: RunJournal
  let folder: ImportFolder
  let files: FileOperations

  func record(of file: PresentFile) throws(FileError) -> Record {
    let inode = try files.status(of: file.path, at: .placeStatus).inode
    return (file, FileRecord(digest: try files.digest(of: file.path, at: .proofRead), inode: inode))
  }

  /// The result of the last import: the store alone, for a result has no log.
  func isResult(_ records: [Record]) -> Bool {
    guard let result = journal.result else { return false }
    let data = Self.holdingData(records)
    return data.count == 1 && data[0].file.kind == .store && data[0].record.digest == result.store
  }

  /// What a safety copy holds, external data apart: it is never changed.
  func isCopied(_ records: [Record]) throws(FileError) -> Bool {
    try hasCopy(of: records) { theirs, found in theirs == found }
  }

  /// What a safety copy holds, or part of it: nothing is there that would be lost with it.
  func isHeld(_ records: [Record]) throws(FileError) -> Bool {
    try hasCopy(of: records) { theirs, found in found.isSubset(of: theirs) }
  }

  private func hasCopy(of records: [Record], _ fits: (Set<Name>, Set<Name>) -> Bool) throws(FileError) -> Bool
  {
    let found = Set(Self.holdingData(records).map { Name($0.file.copyName, $0.record.digest.sha256) })
    for record in journal.copies {
      let path = FileName.join(folder.copies, record.folder)
      guard let copy = try SafetyCopy.read(path, with: files) else { continue }
      let theirs = copy.dataEntries(store: folder.store).filter {
        !$0.name.utf8.contains(UInt8(ascii: "/")) && $0.sha256 != Self.emptyDigest
      }
      if fits(Set(theirs.map { Name($0.name, $0.sha256) }), found) { return true }
    }
    return false
  }

  private struct Name: Hashable {
    let name: String
    let digest: String

    init(_ name: String, _ digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  private static func holdingData(_ records: [Record]) -> [Record] {
    records.filter { $0.file.kind == .store || ($0.file.kind == .log && $0.record.digest.size > 0) }
  }

  /// SHA-256 of nothing: a log without a byte is as good as none.
  private static let emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
}
