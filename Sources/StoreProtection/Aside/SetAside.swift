package import Diagnostics
package import FileOperations

/// The command: moves a store with all that belongs to it into a dated folder beside it, and back.
///
/// A set-aside and its undo that were cut short anywhere are completed by either: the dated folder's list names every
/// file, and each is at its name or in the folder.
package struct SetAside {
  package enum Outcome: String, Sendable, CaseIterable {
    case setAside = "set-aside"
    case broughtBack = "brought-back"
    case nothingToDo = "nothing-to-do"
  }

  package struct Result: Sendable {
    package let outcome: Outcome
    /// Name of the dated folder; `nil` if there is none.
    package let folder: String?
    /// Names that were moved.
    package let moved: [String]
    /// Whether the store begins as a database does; `nil` where nobody looked.
    package var isReadable: Bool?
    package var findings: [Diagnostic]
  }

  let address: StoreAddress
  /// Seconds to wait for others.
  let wait: Int
  let files: FileOperations
  let session: InPlaceSession

  /// Once the first file moves it goes on to the end, whatever signal comes.
  var steadyFiles: FileOperations { files.uninterrupted }

  /// Locks the import folder, if there is one: no run, and none that did not end.
  package init(_ store: String, wait: Int, with files: FileOperations) throws(DiagnosticError) {
    address = try StoreAddress(store, with: files)
    self.wait = wait
    self.files = files
    session = try InPlaceSession(address, wait: wait, with: files)
    guard session.journal.openRun == nil else {
      session.close()
      throw .place(
        .inUse, .runUnfinished,
        "A run on this store did not end: its files may lie in its import folder. Nothing was moved.",
        "Run the import again, or restore: either settles it.")
    }
  }

  package func close() { session.close() }

  /// Locks a file of the store against everybody. One that we may not open is looked for in the lists of open files.
  func lock(_ path: String) throws(DiagnosticError) -> StoreLock? {
    do throws(DiagnosticError) {
      let lock = try StoreLock(path, wait: wait, with: files)
      let isThere = try reporting { () throws(FileError) in try lock.isAtItsName() }
      guard isThere else { throw DiagnosticError.runUnderWay }
      return lock
    } catch {
      guard error.diagnostics.first?.id == .placeNotWritable else { throw error }
    }
    _ = try Patience(seconds: wait, files: files).tryUntilGiven(else: StoreLock.inUse) {
      () throws(DiagnosticError) -> Bool? in
      try reporting { () throws(FileError) in
        try self.files.isOpenByProcessTable(path, at: .placeLock) ? nil : true
      }
    }
    return nil
  }

  func folders() throws(DiagnosticError) -> [AsideFolder] {
    try reporting { () throws(FileError) in
      try AsideFolder.all(of: self.address.path, mustList: true, with: self.files)
    }
  }

  /// Takes away a dated folder of which nothing is held: its list, and the folder unless somebody put something there.
  func discard(_ folder: AsideFolder) throws(FileError) {
    let names = try steadyFiles.list(folder.path, at: .asideClean).names
    guard names.allSatisfy({ $0 == AsideList.fileName }) else {
      return try steadyFiles.removeFileIfPresent(folder.listPath, at: .asideClean)
    }
    let unnamed = AsideFolder.unnamed(for: folder.store)
    try steadyFiles.moveFolderWithoutReplacing(folder.path, to: unnamed, at: .asideClean)
    try discardUnnamed()
    try steadyFiles.synchronizeFolder(folder.home, at: .asideClean)
  }

  /// What is left of a dated folder that never got its name, or was on its way out. What is not ours stays, and is an
  /// error.
  func discardUnnamed() throws(FileError) {
    let path = AsideFolder.unnamed(for: address.path)
    guard try steadyFiles.linkStatusIfPresent(of: path, at: .asideClean) != nil else { return }
    for name in [AsideList.fileName, ".\(AsideList.fileName).new"] {
      try steadyFiles.removeFileIfPresent(FileName.join(path, name), at: .asideClean)
    }
    try steadyFiles.removeFolder(path, at: .asideClean)
  }
}

/// Makes file calls whose failure ends the command; the rights of a folder are a reason of their own.
func moving<Value>(_ calls: () throws(FileError) -> Value) throws(DiagnosticError) -> Value {
  do {
    return try calls()
  } catch {
    if error.isOfAnotherFileSystem { throw .setAsideBound(error) }
    guard error.meansReadOnly else { throw DiagnosticError(error) }
    throw .place(
      .failure, .placeNotWritable,
      "Nothing can be moved in the folder of the store, or it cannot be read. \(error.nameOnly)",
      "Run as the owner of the folder and of what lies in it.")
  }
}
