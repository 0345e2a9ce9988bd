internal import FileOperations

/// What a placement did so far, so that it can be taken back.
struct PlacementLedger {
  enum Step {
    case madeFolder(String)
    case moved(from: String, to: String)
  }

  private(set) var steps: [Step] = []

  mutating func add(_ step: Step) { steps.append(step) }

  /// Takes everything back, last step first; goes on where a step cannot be taken back.
  ///
  /// - Returns: what could not be taken back.
  func undo(with files: FileOperations) -> [FileError] {
    var failures: [FileError] = []
    for step in steps.reversed() {
      do {
        switch step {
        case .madeFolder(let path): try files.removeFolder(path, at: .outputUndo)
        case .moved(let old, let new): try files.moveWithoutReplacing(new, to: old, at: .outputUndo)
        }
      } catch {
        failures.append(error)
      }
    }
    return failures
  }
}
