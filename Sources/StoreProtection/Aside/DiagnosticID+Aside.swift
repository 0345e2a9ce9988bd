package import Diagnostics
package import FileOperations

extension DiagnosticID {
  package static let setAsideDone = DiagnosticID("set-aside.done")
  package static let setAsideUndone = DiagnosticID("set-aside.undone")
  package static let setAsideNothingToDo = DiagnosticID("set-aside.nothing-to-do")
  package static let setAsideReadable = DiagnosticID("set-aside.readable")
  package static let setAsideCopiesStay = DiagnosticID("set-aside.copies-stay")
  package static let setAsideExternalStays = DiagnosticID("set-aside.external-stays")
  package static let setAsideNone = DiagnosticID("set-aside.none")
  package static let setAsideNameTaken = DiagnosticID("set-aside.name-taken")
  package static let setAsideChanged = DiagnosticID("set-aside.changed")
  package static let setAsideListUnreadable = DiagnosticID("set-aside.list-unreadable")
  package static let setAsideBound = DiagnosticID("set-aside.bound")
  package static let setAsideUnfinished = DiagnosticID("set-aside.unfinished")
}

extension DiagnosticError {
  static func setAsideNameTaken(_ name: String, _ folder: String) -> DiagnosticError {
    .place(
      .inUse, .setAsideNameTaken,
      "Nothing was moved: \(name) stands at a name that what was set aside needs. Nothing is ever replaced.",
      "If it is a store, set it aside too, then bring the other back: import-legacy set-aside STORE, then "
        + "import-legacy set-aside STORE --undo --folder \(folder).",
      "If it is something else, move it to another place, then give the command again.")
  }

  static func setAsideChanged(_ name: String, _ folder: String) -> DiagnosticError {
    .place(
      .inUse, .setAsideChanged,
      "Nothing was moved: \(name) is not what was set aside in \(folder), or is gone. The files may not belong together "
        + "any more.",
      "Look at the files there: import-legacy inspect \(folder)/STORE. To use them as they are, move them by hand, the "
        + "store first, to where no other file of its name is.")
  }

  static func setAsideBound(_ error: FileError) -> DiagnosticError {
    .place(
      .failure, .setAsideBound,
      "\(FileName.last(of: error.path)) cannot be renamed where it is: it is a mount point, or lies in a layer of an "
        + "overlay. \(error.nameOnly)",
      "Copy the folder of the store to a disk, and run there.")
  }

  static func setAsideListUnreadable(_ folder: String) -> DiagnosticError {
    .place(
      .originalNotProven, .setAsideListUnreadable,
      "Nothing was moved: the list of \(folder), \(AsideList.fileName), is gone or cannot be read, so that nobody can say "
        + "what its files are.",
      "If the folder is another user's, run as that user.",
      "Else move the files back by hand, the store first, to where no other file of its name is.")
  }

  /// What a failure means if what it had moved could not be moved back.
  func leavingUnfinished(_ folder: String) -> DiagnosticError {
    DiagnosticError(
      exit,
      diagnostics + [
        Diagnostic(
          .setAsideUnfinished, .error,
          summary: "Some of the store's files are in \(folder) now, some at their names. None is lost.",
          recovery: [
            "Give the same command again: it completes what it began. set-aside STORE --undo brings everything back.",
            "Do not open the store before that: it may lack its log.",
          ])
      ])
  }
}

extension AsideFolder {
  /// For those who would read a store: part of it may lie in a dated folder, since a set-aside was cut short.
  ///
  /// - Throws: exit 8.
  package static func refuseCutShort(of store: String, with files: FileOperations) throws(DiagnosticError) {
    let folder = try reporting { () throws(FileError) -> AsideFolder? in
      for folder in try all(of: store, with: files) where try folder.isCutShort(with: files) { return folder }
      return nil
    }
    guard let folder else { return }
    throw .place(
      .inUse, .setAsideUnfinished,
      "A set-aside of this store was cut short: some of its files are in \(folder.name), so that it would be read "
        + "without them.",
      "import-legacy set-aside STORE --undo brings them back; import-legacy set-aside STORE completes it.",
      "To go on without them, move \(folder.name) to another place.")
  }

  /// Where a store that is not there was set aside; `nil` if it was not. What cannot be looked at is not known.
  static func newest(of requested: String, with files: FileOperations) -> String? {
    guard let address = try? StoreAddress(requested, with: files) else { return nil }
    let all = (try? all(of: address.path, with: files)) ?? []
    return all.last { folder in
      (try? folder.list == nil || folder.holdsSomething(with: files)) ?? true
    }?.name
  }
}

extension StoreFilesError {
  /// The error as a person is told of it: a store that is not there may have been set aside.
  package func told(of requested: String, with files: FileOperations) -> DiagnosticError {
    var diagnostic = diagnostic
    if self == .notFound || self == .linkToNothing,
      let folder = AsideFolder.newest(of: requested, with: files)
    {
      diagnostic.summary += " It was set aside: its files are in \(folder) beside it."
      diagnostic.recovery.insert(
        "import-legacy set-aside STORE --undo brings them back. They can be read there too: name "
          + "\(folder)/STORE.", at: 0)
    }
    return DiagnosticError(exitStatus, diagnostic)
  }
}
