internal import Diagnostics
internal import Digests
internal import FileOperations

/// Makes a safety copy: every byte hashed while it is copied, all synchronised, then read again, and only then given
/// its name.
struct SafetyCopyWriter {
  let folder: ImportFolder
  let files: FileOperations

  /// A copy that is not finished is here, where nothing matters.
  private var draft: String { FileName.join(folder.work, "copy") }

  /// - Parameters:
  ///   - name: of the copy's folder.
  ///   - list: what there is to copy; asked for again to see that nothing came or went.
  ///   - record: puts the copy into the journal, before it gets its name: no copy is ever there that nobody knows.
  /// - Returns: the copy, and what each file was.
  func write(
    _ name: String, list: () throws(FileError) -> [PresentFile],
    record: (SafetyCopy, [KnownFiles.Record]) throws(DiagnosticError) -> Void
  ) throws(DiagnosticError) -> (copy: SafetyCopy, records: [KnownFiles.Record]) {
    try reporting { () throws(FileError) in
      try files.removeTree(draft, at: .copyWrite)
      try files.createFolder(draft, at: .copyWrite)
      for file in try list() where file.kind == .externalData { try makeFolders(for: file) }
    }
    var present: [PresentFile] = []
    let steady = SteadyCopy(
      files: files, statusPoint: .placeStatus, writePoint: .copyWrite, clearPoint: .copyWrite)
    let copies = try steady.run { () throws(FileError) in
      present = try list()
      return present.map { SteadyCopy.Item(source: $0.path, target: FileName.join(draft, $0.copyName)) }
    }
    let records = zip(present, copies).map { (file: $0, record: $1.record) }
    let checksums = ChecksumList(
      records.map { ChecksumList.Entry(name: $0.file.copyName, sha256: $0.record.digest.sha256) })
    try reporting { () throws(FileError) in try complete(records.map(\.file), checksums) }
    try prove(name)
    let target = FileName.join(folder.copies, name)
    let copy = SafetyCopy(
      path: target, list: checksums, manifest: sha256(Array(checksums.text.utf8)).hexadecimalText)
    try record(copy, records)
    try reporting { () throws(FileError) in
      _ = try files.createFolderIfAbsent(folder.copies, at: .copyPlace)
      try files.moveWithoutReplacing(draft, to: target, at: .copyPlace)
      try files.synchronizeFolder(folder.copies, at: .copySync)
      try files.synchronizeFolder(folder.path, at: .copySync)
    }
    return (copy, records)
  }

  private func makeFolders(for file: PresentFile) throws(FileError) {
    let inner = FileName.folder(of: FileName.join(draft, file.copyName))
    _ = try files.createFolderIfAbsent(FileName.folder(of: inner), at: .copyWrite)
    _ = try files.createFolderIfAbsent(inner, at: .copyWrite)
  }

  /// Owner, mode, times, the list, and all of it on the disk.
  private func complete(_ present: [PresentFile], _ list: ChecksumList) throws(FileError) {
    for file in present {
      let copy = FileName.join(draft, file.copyName)
      try giveAttributes(of: file.path, to: copy)
      try files.synchronizeFile(copy, at: .copySync)
    }
    let place = FileName.join(draft, ChecksumList.fileName)
    try write(list.text, to: place)
    var folders = Set(present.map { FileName.folder(of: FileName.join(draft, $0.copyName)) })
    for inner in folders where !FileName.equal(inner, draft) { folders.insert(FileName.folder(of: inner)) }
    folders.insert(draft)
    for path in folders.sorted() { try files.synchronizeFolder(path, at: .copySync) }
  }

  private func write(_ text: String, to path: String) throws(FileError) {
    let file = try files.createNew(path, mode: 0o600, at: .copyWrite)
    try files.writeAll(Array(text.utf8), to: file, at: .copyWrite)
    try files.synchronize(file, at: .copySync)
  }

  /// So that a copy that is put back by hand is what the file was. The bytes are what counts: where the system does not
  /// let us give a file to its owner, the copy is ours.
  private func giveAttributes(of source: String, to copy: String) throws(FileError) {
    let attributes = try files.attributes(of: source, at: .placeStatus)
    do {
      _ = try files.apply(attributes, to: copy, at: .copyWrite)
      try files.setModified(copy, to: attributes.modified, at: .copyWrite)
    } catch {
      if !error.isDenied { throw error }
    }
  }

  private func prove(_ name: String) throws(DiagnosticError) {
    let differing = try reporting { () throws(FileError) -> [String] in
      guard let copy = try SafetyCopy.read(draft, with: files) else { return [ChecksumList.fileName] }
      return try copy.differing(with: files)
    }
    guard differing.isEmpty else {
      throw .place(
        .failure, .copyDiffers, count: Int64(differing.count),
        "Files of the safety copy, read again, differ from what was written.",
        "Check the disk, then run again. The store was not touched.")
    }
  }
}
