internal import FileOperations

extension AsideFolder {
  /// Where one of the things is that the list names.
  enum Place: Sendable, Hashable {
    case home
    case held
    /// One file with both names, as a move by links leaves it that was cut short.
    case both
    /// Gone, or not what it was.
    case changed
  }

  func place(of entry: AsideEntry, with files: FileOperations) throws(FileError) -> Place {
    let home = atHome(entry.name)
    let held = held(entry.name)
    let there = try files.linkStatusIfPresent(of: held, at: .asideStatus)
    let here = try files.linkStatusIfPresent(of: home, at: .asideStatus)
    if let there {
      guard try entry.isThis(there, at: held, isHeld: true, with: files) else { return .changed }
      return here?.isSameFile(as: there) == true ? .both : .held
    }
    guard let here, try entry.isThis(here, at: home, isHeld: false, with: files) else { return .changed }
    return .home
  }

  /// Whether anything lies in it under a name of its list.
  func holdsSomething(with files: FileOperations) throws(FileError) -> Bool {
    for entry in list?.entries ?? [] {
      if try files.linkStatusIfPresent(of: held(entry.name), at: .asideStatus) != nil { return true }
    }
    return false
  }

  /// Whether everything of its list lies in it: `nil` if nobody knows.
  func isComplete(with files: FileOperations) throws(FileError) -> Bool? {
    guard let list else { return nil }
    for entry in list.entries {
      if try files.linkStatusIfPresent(of: held(entry.name), at: .asideStatus) == nil { return false }
    }
    return true
  }

  /// Whether files of the store lie in it while the store's file is at its name still: what opens the store then lacks
  /// them.
  func isCutShort(with files: FileOperations) throws(FileError) -> Bool {
    guard let main = list?.entries.first(where: { $0.part == .store }),
      try files.linkStatusIfPresent(of: held(main.name), at: .asideStatus) == nil,
      let here = try files.linkStatusIfPresent(of: atHome(main.name), at: .asideStatus),
      try holdsSomething(with: files)
    else { return false }
    // The same file, whoever wrote to it since; or its copy, where the whole place was copied.
    if here.inode == main.inode { return true }
    return try main.isThis(here, at: atHome(main.name), isHeld: false, with: files)
  }
}
