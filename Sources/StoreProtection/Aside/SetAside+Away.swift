package import Diagnostics
internal import FileOperations

extension SetAside {
  /// Moves the store with all that belongs to it into a dated folder, or completes what was cut short.
  package func away() throws(DiagnosticError) -> Result {
    let seen = try family()
    guard !seen.own.isEmpty else { return try alreadyAway() }
    if seen.hasStore { try requireFile() }
    let lock = seen.hasStore ? try lock(address.path) : nil
    // Others may have been at work until the lock was ours.
    let family = try family()
    let (isReadable, readability) = look()
    let folder = if let open = try resumable(family) { open } else { try make(family) }
    let entries = folder.list?.entries ?? []
    do throws(DiagnosticError) {
      try lock?.requireAlone()
      try moving { () throws(FileError) in
        try AsideMove(folder: folder, entries: entries, files: self.steadyFiles).away()
      }
      // Who opened it in between would go on with the file under its new name, and put a log at the old one.
      try lock?.requireAlone()
    } catch {
      throw takeBack(folder, after: error)
    }
    return Result(
      outcome: .setAside, folder: folder.name, moved: entries.map(\.name), isReadable: isReadable,
      findings: [doneNote(folder), readability].compactMap(\.self) + notes(family))
  }

  private func family() throws(DiagnosticError) -> AsideFamily {
    let found = try moving { () throws(FileError) -> AsideFamily? in
      guard try self.files.statusIfPresent(of: self.address.folder, at: .asideStatus)?.kind == .folder else {
        return nil
      }
      return try AsideFamily(of: self.address, with: self.files)
    }
    guard let found else { throw StoreFilesError.notFound.told(of: address.requestedPath, with: files) }
    return found
  }

  private func alreadyAway() throws(DiagnosticError) -> Result {
    for folder in try folders().reversed() {
      let isHeld = try moving { () throws(FileError) in
        guard try folder.isComplete(with: self.files) == true else { return false }
        // It may have been killed before the names were on the disk.
        try AsideMove(folder: folder, entries: [], files: self.steadyFiles).synchronize()
        return true
      }
      guard isHeld else { continue }
      return Result(
        outcome: .nothingToDo, folder: folder.name, moved: [],
        findings: [
          Diagnostic(
            .setAsideNothingToDo, .note,
            summary: "The store is set aside already, in \(folder.name) beside it.",
            recovery: ["import-legacy set-aside STORE --undo brings it back."])
        ])
    }
    throw StoreFilesError.notFound.told(of: address.requestedPath, with: files)
  }

  /// A folder, a device or a pipe is no store that anybody could want back.
  private func requireFile() throws(DiagnosticError) {
    let kind = try moving { () throws(FileError) in
      try self.files.linkStatus(of: self.address.path, at: .asideStatus).kind
    }
    if kind == .folder { throw StoreFilesError.isAFolder.told(of: address.requestedPath, with: files) }
    if kind != .regular { throw StoreFilesError.notAFile.told(of: address.requestedPath, with: files) }
  }

  /// The newest dated folder, if it was to hold just what is there, and holds part of it. One that holds nothing goes.
  private func resumable(_ family: AsideFamily) throws(DiagnosticError) -> AsideFolder? {
    let folders = try folders()
    return try moving { () throws(FileError) -> AsideFolder? in
      try self.discardUnnamed()
      for folder in folders where folder.list != nil {
        if try !folder.holdsSomething(with: self.files) { try self.discard(folder) }
      }
      var newest: AsideFolder?
      for folder in folders where try folder.holdsSomething(with: self.files) { newest = folder }
      guard let folder = newest, let entries = folder.list?.entries else { return nil }
      var home: [String] = []
      for entry in entries {
        switch try folder.place(of: entry, with: self.files) {
        case .home, .both: home.append(entry.name)
        case .held: break
        case .changed: return nil
        }
      }
      let isAll = family.own.allSatisfy { name in home.contains { FileName.equal($0, name) } }
      return isAll ? folder : nil
    }
  }

  /// Makes the dated folder with its list. It gets its name only once the list is on the disk.
  private func make(_ family: AsideFamily) throws(DiagnosticError) -> AsideFolder {
    try moving { () throws(FileError) in
      // The folder has one file of that name already.
      if family.names.contains(where: { FileName.equal($0, AsideList.fileName) }) {
        throw .taken(AsideList.fileName)
      }
      var entries: [AsideEntry] = []
      for (name, part) in family.members { entries.append(try self.entry(name, part)) }
      let list = AsideList(store: self.address.name, entries: entries)
      let unnamed = AsideFolder.unnamed(for: self.address.path)
      do throws(FileError) {
        try self.files.createFolder(unnamed, at: .asideFolder)
        try self.giveToOwner(unnamed)
        try self.files.createFile(
          FileName.join(unnamed, AsideList.fileName), with: list.bytes, at: .asideList)
        return try self.name(unnamed, list)
      } catch {
        try? self.discardUnnamed()
        throw error
      }
    }
  }

  private func name(_ unnamed: String, _ list: AsideList) throws(FileError) -> AsideFolder {
    let now = WallClock.now()
    var attempt = 1
    while true {
      let name = AsideFolder.name(at: now, attempt: attempt)
      let folder = AsideFolder(store: address.path, name: name, list: list)
      do throws(FileError) {
        try files.moveFolderWithoutReplacing(unnamed, to: folder.path, at: .asideFolder)
      } catch {
        guard error.isCollision, attempt < Self.attempts else { throw error }
        attempt += 1
        continue
      }
      do throws(FileError) {
        try files.synchronizeFolder(folder.home, at: .asideFolder)
      } catch {
        try? discard(folder)
        throw error
      }
      return folder
    }
  }

  private static let attempts = 1000

  private func entry(_ name: String, _ part: AsideEntry.Part) throws(FileError) -> AsideEntry {
    let path = FileName.join(address.folder, name)
    let status = try files.linkStatus(of: path, at: .asideStatus)
    guard status.kind == .regular, part != .sharedMemory else {
      return AsideEntry(name: name, part: part, status: status, sha256: nil)
    }
    do throws(FileError) {
      let digest = try files.digest(of: path, at: .asideRead)
      return AsideEntry(name: name, part: part, status: status, sha256: digest.sha256)
    } catch {
      if error.code == Interruption.errorCode { throw error }
      // It is set aside because it cannot be read: a rename needs no bytes.
      return AsideEntry(name: name, part: part, status: status, sha256: nil)
    }
  }

  /// The superuser makes the folder for the store's owner.
  private func giveToOwner(_ folder: String) throws(FileError) {
    guard let store = try files.statusIfPresent(of: address.path, at: .asideStatus) else { return }
    let own = try files.status(of: folder, at: .asideStatus)
    guard store.owner != own.owner else { return }
    do throws(FileError) {
      _ = try files.apply(
        FileAttributes(mode: 0o700, owner: store.owner, group: store.group, extended: [:], modified: 0),
        to: folder, at: .asideFolder)
    } catch {
      if !error.isDenied { throw error }
    }
  }
}
