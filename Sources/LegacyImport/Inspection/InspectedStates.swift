import StoreProtection

extension WriteAheadLog {
  /// What an inspection calls the state of a log.
  enum InspectedState: String {
    /// No frame counts: the file is empty, or everything in it was folded in.
    case empty
    case sound
    /// SQLite does not take it for a log.
    case unreadable
    /// Commits follow a frame that is damaged.
    case damaged
  }

  var inspectedState: InspectedState {
    if isDamaged { return .unreadable }
    if lostCommits > 0 { return .damaged }
    return roundFrames > 0 ? .sound : .empty
  }
}

extension RollbackJournal {
  /// What an inspection calls the state of a journal.
  var inspectedState: String {
    switch state {
    case .finished: "finished"
    case .notBegun: "not-begun"
    case .hot: "hot"
    case .damaged: "unreadable"
    }
  }
}
