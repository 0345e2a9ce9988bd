internal import FileOperations

/// Moves what a dated folder's list names, in it or back, by renames that never replace.
///
/// Whatever belongs to a store lies at its name only while the store does: a log beside no store is deleted by the
/// first app that makes a new one there. So the store leaves last and comes back first.
struct AsideMove {
  let folder: AsideFolder
  let entries: [AsideEntry]
  let files: FileOperations

  private var others: [AsideEntry] { entries.filter { $0.part != .store } }
  private var main: [AsideEntry] { entries.filter { $0.part == .store } }

  func away() throws(FileError) {
    for entry in others { try move(entry, from: folder.atHome(entry.name), to: folder.held(entry.name)) }
    try synchronize()
    for entry in main { try move(entry, from: folder.atHome(entry.name), to: folder.held(entry.name)) }
    try synchronize()
  }

  func back() throws(FileError) {
    for entry in main { try move(entry, from: folder.held(entry.name), to: folder.atHome(entry.name)) }
    try synchronize()
    for entry in others.reversed() {
      try move(entry, from: folder.held(entry.name), to: folder.atHome(entry.name))
    }
    try synchronize()
  }

  /// The names must be on the disk in this order, whenever the power fails.
  func synchronize() throws(FileError) {
    try files.synchronizeFolder(folder.path, at: .asideSync)
    try files.synchronizeFolder(folder.home, at: .asideSync)
  }

  private func move(_ entry: AsideEntry, from source: String, to target: String) throws(FileError) {
    let here = try files.linkStatusIfPresent(of: source, at: .asideStatus)
    let there = try files.linkStatusIfPresent(of: target, at: .asideStatus)
    guard let here else {
      // Done by one that was cut short.
      if there != nil { return }
      throw .missing(source)
    }
    if let there, there.isSameFile(as: here), here.kind != .folder {
      // Both are names of one file: a move by links was cut short between its two steps.
      return try files.removeFile(source, at: .asideMove)
    }
    if here.kind == .folder {
      try files.moveFolderWithoutReplacing(source, to: target, at: .asideMove)
    } else {
      try files.moveWithoutReplacing(source, to: target, at: .asideMove)
    }
  }
}
