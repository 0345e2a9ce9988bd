internal import FileOperations

extension FileSwap {
  /// Exchanges the files. The new ones must wait in `incoming`, synchronised.
  ///
  /// The order: a log must never lie beside a store that is not its own, whenever the power fails. So what belongs to
  /// the old store goes first, and what belongs to the new one comes last.
  func perform() throws(FileError) {
    for swap in external where swap.changes { try exchange(swap, at: .promoteExternal) }
    let leaving = companions.filter { $0.before != nil && ($0.changes || $0.kind == .sharedMemory) }
    for swap in leaving {
      try files.moveWithoutReplacing(place(swap), to: outgoing(swap), at: .promoteAside)
    }
    try synchronize(at: .promoteSync)
    for swap in stores where swap.changes { try exchange(swap, at: .promoteExchange) }
    try synchronize(at: .promoteSync)
    for swap in companions where swap.after != nil && (swap.changes || swap.kind == .sharedMemory) {
      try files.moveWithoutReplacing(incoming(swap), to: place(swap), at: .promoteCompanion)
    }
    try synchronize(at: .promoteSync)
  }

  private func exchange(_ swap: SwapFile, at point: FilePoint) throws(FileError) {
    switch (swap.before, swap.after) {
    case (nil, nil): break
    case (nil, _?): try files.moveWithoutReplacing(incoming(swap), to: place(swap), at: point)
    case (_?, nil): try files.moveWithoutReplacing(place(swap), to: outgoing(swap), at: point)
    case (_?, _?):
      do {
        try files.exchange(incoming(swap), with: place(swap), at: point)
        try files.moveWithoutReplacing(incoming(swap), to: outgoing(swap), at: point)
      } catch {
        guard error.meansUnsupported, error.operation == "exchange" else { throw error }
        // A second name for the old file, then the new one over the first: at no moment is there no store.
        try files.makeLink(from: place(swap), to: outgoing(swap), at: point)
        try files.synchronizeFolder(FileName.folder(of: outgoing(swap)), at: .promoteSync)
        try files.move(incoming(swap), to: place(swap), at: point)
      }
    }
  }
}
