internal import FileOperations

/// An exchange of a store's files for others, by renames alone: what was there waits in `aside` until it is over, so
/// that the same renames backwards undo it.
struct FileSwap {
  enum State: Sendable, Hashable {
    case before
    case after
    /// Neither: somebody else wrote it.
    case unknown
  }

  let folder: ImportFolder
  let swaps: [SwapFile]
  let files: FileOperations

  /// Where a new file waits to be exchanged; and, for a moment, the old one it was exchanged for.
  func incoming(_ swap: SwapFile) -> String {
    FileName.join(
      swap.kind == .externalData ? folder.incomingExternal : folder.incoming, FileName.last(of: swap.name))
  }

  /// Where the old file waits.
  func outgoing(_ swap: SwapFile) -> String {
    FileName.join(
      swap.kind == .externalData ? folder.outgoingExternal : folder.outgoing, FileName.last(of: swap.name))
  }

  func place(_ swap: SwapFile) -> String { folder.place(of: swap.name) }

  var stores: [SwapFile] { swaps.filter { $0.kind == .store } }
  var companions: [SwapFile] { swaps.filter { $0.kind == .log || $0.kind == .sharedMemory } }
  var external: [SwapFile] { swaps.filter { $0.kind == .externalData } }

  func makeFolders() throws(FileError) {
    for path in [
      folder.aside, folder.incoming, folder.outgoing, folder.incomingExternal, folder.outgoingExternal,
    ] {
      _ = try files.createFolderIfAbsent(path, at: .promoteStage)
    }
    try files.synchronizeFolder(folder.path, at: .promoteSync)
  }

  /// Makes names last, in the store's folder, in ours, and among external data where something changes there.
  func synchronize(at point: FilePoint) throws(FileError) {
    let ours = [
      folder.outgoing, folder.incoming, folder.outgoingExternal, folder.incomingExternal, folder.aside,
    ]
    let changing = external.filter(\.changes).map { FileName.folder(of: place($0)) }
    for path in ours + Set(changing).sorted() + [FileName.folder(of: folder.store)] {
      try files.synchronizeFolder(path, at: point)
    }
  }

  // MARK: What is where

  /// The digest of what stands at a path; `nil` if nothing does.
  func digest(at path: String) throws(FileError) -> FileDigest? {
    guard try files.statusIfPresent(of: path, at: .proofRead) != nil else { return nil }
    return try files.digest(of: path, at: .proofRead)
  }

  func state(of swap: SwapFile) throws(FileError) -> State {
    if swap.kind == .sharedMemory { return .before }
    // Where nothing stands nobody's work can be overwritten: an exchange passes through that.
    guard let found = try digest(at: place(swap)) else { return swap.before == nil ? .before : .after }
    if found == swap.before?.digest { return .before }
    if found == swap.after?.digest { return .after }
    // A log without a byte holds no data: whoever opens a store and closes it leaves one, or none.
    if swap.kind == .log, found.size == 0 { return swap.before == nil ? .before : .after }
    return .unknown
  }

  /// What the exchange has come to: the states there are among its files.
  func states() throws(FileError) -> Set<State> {
    var states: Set<State> = []
    for swap in swaps where swap.kind != .sharedMemory {
      let state = try state(of: swap)
      // Where nothing changes both are true.
      if swap.changes || state == .unknown { states.insert(state) }
    }
    return states
  }
}
