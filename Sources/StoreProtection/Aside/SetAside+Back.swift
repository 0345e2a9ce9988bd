package import Diagnostics
internal import FileOperations

extension SetAside {
  /// Brings back what a dated folder holds, or completes what was cut short.
  ///
  /// - Parameter name: of the folder; `nil` for the newest.
  package func back(_ name: String?) throws(DiagnosticError) -> Result {
    guard let folder = try chosen(name) else { return try nothingAway() }
    guard let entries = folder.list?.entries else { throw .setAsideListUnreadable(folder.name) }
    let lock = try lockHeld(folder)
    return try withExtendedLifetime(lock) { () throws(DiagnosticError) -> Result in
      if try moving({ () throws(FileError) in try folder.holdsSomething(with: self.files) }) {
        try check(folder, entries)
        do throws(DiagnosticError) {
          try moving { () throws(FileError) in
            try self.discardUnnamed()
            try AsideMove(folder: folder, entries: entries, files: self.steadyFiles).back()
          }
        } catch {
          throw putAway(folder, after: error)
        }
      }
      try moving { () throws(FileError) in
        try self.discardUnnamed()
        try self.discard(folder)
      }
      return Result(
        outcome: .broughtBack, folder: folder.name, moved: entries.map(\.name),
        findings: [
          Diagnostic(
            .setAsideUndone, .note, count: Int64(entries.count),
            summary: "What was set aside in \(folder.name) is back at its names, as it was.")
        ])
    }
  }

  private func chosen(_ name: String?) throws(DiagnosticError) -> AsideFolder? {
    let folders = try folders()
    guard let name else { return folders.last { $0.list != nil } ?? folders.last }
    let wanted = FileName.last(of: name)
    guard let folder = folders.first(where: { FileName.equal($0.name, wanted) }) else {
      throw .place(
        .usage, .setAsideNone, "There is no folder \(wanted) beside the store that holds files of it.",
        "import-legacy status STORE names those that there are.")
    }
    return folder
  }

  private func nothingAway() throws(DiagnosticError) -> Result {
    let isThere = try moving { () throws(FileError) in
      try self.discardUnnamed()
      return try self.files.statusIfPresent(of: self.address.path, at: .asideStatus) != nil
    }
    guard isThere else {
      throw .place(
        .notRecognised, .setAsideNone, "There is no store of that name, and none was set aside.",
        "Check the path and its spelling.")
    }
    return Result(
      outcome: .nothingToDo, folder: nil, moved: [],
      findings: [
        Diagnostic(
          .setAsideNothingToDo, .note, summary: "Nothing of the store is set aside; it is at its name.")
      ])
  }

  /// Somebody may have the store open in the folder.
  private func lockHeld(_ folder: AsideFolder) throws(DiagnosticError) -> StoreLock? {
    for path in [folder.held(address.name), address.path] {
      let kind = try moving { () throws(FileError) in
        try self.files.linkStatusIfPresent(of: path, at: .asideStatus)?.kind
      }
      if kind == .regular { return try lock(path) }
    }
    return nil
  }

  /// Everything is what it was, all names are free, and no log is there that is not its own.
  private func check(_ folder: AsideFolder, _ entries: [AsideEntry]) throws(DiagnosticError) {
    var atHome: [String] = []
    for entry in entries {
      let (place, isTaken) = try moving { () throws(FileError) in
        let place = try folder.place(of: entry, with: self.files)
        let here = try self.files.linkStatusIfPresent(of: folder.atHome(entry.name), at: .asideStatus)
        return (place, place == .held && here != nil)
      }
      if isTaken { throw .setAsideNameTaken(entry.name, folder.name) }
      switch place {
      case .changed: throw .setAsideChanged(entry.name, folder.name)
      case .home, .both: atHome.append(entry.name)
      case .held: break
      }
    }
    for role in StoreFileRole.allCases {
      let name = address.name + role.suffix
      let (here, there) = try moving { () throws(FileError) in
        (
          try self.files.linkStatusIfPresent(of: folder.atHome(name), at: .asideStatus) != nil,
          try self.files.linkStatusIfPresent(of: folder.held(name), at: .asideStatus) != nil
        )
      }
      if here, !atHome.contains(where: { FileName.equal($0, name) }) {
        throw .setAsideNameTaken(name, folder.name)
      }
      // A program that looked at the store in the folder leaves an index of no bytes of anybody's; a log it leaves is
      // part of the store.
      if there, role != .sharedMemory, !entries.contains(where: { FileName.equal($0.name, name) }) {
        throw .setAsideChanged(name, folder.name)
      }
    }
  }

  /// After a failure: everything back to its names, where it was.
  func takeBack(_ folder: AsideFolder, after failure: DiagnosticError) -> DiagnosticError {
    do {
      try AsideMove(folder: folder, entries: folder.list?.entries ?? [], files: steadyFiles).back()
    } catch {
      return failure.leavingUnfinished(folder.name)
    }
    try? discard(folder)
    return failure
  }

  /// After a failure of an undo: everything into the folder again, where it was.
  private func putAway(_ folder: AsideFolder, after failure: DiagnosticError) -> DiagnosticError {
    do {
      try AsideMove(folder: folder, entries: folder.list?.entries ?? [], files: steadyFiles).away()
    } catch {
      return failure.leavingUnfinished(folder.name)
    }
    return failure
  }
}
