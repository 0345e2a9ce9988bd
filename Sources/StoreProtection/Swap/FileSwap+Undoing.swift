internal import FileOperations

extension FileSwap {
  /// Puts every file back that was there before, however far the exchange came, and whether or not an undo was cut
  /// short already. No file may be of unknown state.
  ///
  /// - Parameter copy: finds a file of the safety copy by its name in the journal: the second line, where `aside` does
  ///   not have the old file.
  func undo(copy: (SwapFile) -> String?) throws(FileError) {
    try makeFolders()
    for swap in companions where swap.kind == .log && swap.changes {
      try takeNewLogAway(swap)
    }
    try synchronize(at: .undoSync)
    for swap in stores { try putBack(swap, copy: copy) }
    try synchronize(at: .undoSync)
    for swap in companions where swap.kind == .log { try putBack(swap, copy: copy) }
    for swap in companions where swap.kind == .sharedMemory { try putSharedMemoryBack(swap) }
    for swap in external { try putBack(swap, copy: copy) }
    try synchronize(at: .undoSync)
  }

  /// Names of files that are not what they were.
  func differing() throws(FileError) -> [String] {
    var names: [String] = []
    for swap in swaps where try state(of: swap) != .before { names.append(swap.name) }
    return names
  }

  private func takeNewLogAway(_ swap: SwapFile) throws(FileError) {
    guard swap.after != nil, try state(of: swap) == .after, try digest(at: place(swap)) != nil else { return }
    try moveToIncoming(swap)
  }

  private func moveToIncoming(_ swap: SwapFile) throws(FileError) {
    // What waits there has the same bytes: it is the new file, staged and not exchanged, or staged again.
    try files.move(place(swap), to: incoming(swap), at: .undoMove)
  }

  private func putBack(_ swap: SwapFile, copy: (SwapFile) -> String?) throws(FileError) {
    guard try state(of: swap) == .after else { return }
    guard let before = swap.before else { return try moveToIncoming(swap) }
    let old = try locate(before.digest, of: swap, copy: copy)
    let isThere = try files.linkStatusIfPresent(of: place(swap), at: .undoMove) != nil
    if isThere, swap.after != nil, FileName.equal(old, incoming(swap)) {
      // Exchanged, and not yet moved on to where old files wait.
      do {
        return try files.exchange(old, with: place(swap), at: .undoMove)
      } catch {
        guard error.meansUnsupported else { throw error }
      }
    }
    try files.move(old, to: place(swap), at: .undoMove)
  }

  /// Where the old file is: aside, or in the safety copy, from which it is copied and the copy proven.
  private func locate(_ digest: FileDigest, of swap: SwapFile, copy: (SwapFile) -> String?) throws(FileError)
    -> String
  {
    for candidate in [outgoing(swap), incoming(swap)]
    where try self.digest(at: candidate) == digest { return candidate }
    guard let source = copy(swap) else {
      throw FileError.missing(outgoing(swap))
    }
    let target = outgoing(swap) + ".from-copy"
    try files.removeFileIfPresent(target, at: .undoMove)
    let copied = try files.copyHashing(from: source, to: target, at: .undoMove)
    _ = try files.apply(files.attributes(of: source, at: .undoMove), to: target, at: .undoMove)
    try files.synchronizeFile(target, at: .undoSync)
    guard copied == digest else { throw FileError.missing(outgoing(swap)) }
    return target
  }

  /// Whoever opened the store since may have made another: it is as good, and SQLite makes it anew anyway.
  private func putSharedMemoryBack(_ swap: SwapFile) throws(FileError) {
    guard swap.before != nil, try files.linkStatusIfPresent(of: place(swap), at: .undoMove) == nil,
      try files.linkStatusIfPresent(of: outgoing(swap), at: .undoMove) != nil
    else { return }
    try files.moveWithoutReplacing(outgoing(swap), to: place(swap), at: .undoMove)
  }
}
