import FileOperations
import JSON
import StoreProtection

/// What `status` prints.
enum StatusText {
  static func words(_ status: StoreStatus, store: String) -> String {
    var lines = ["\(store): \(state(status))", "A run in place now: \(rerun(status.rerun))"]
    if let run = status.run {
      lines.append(
        "Last run: number \(run.number), \(run.action.rawValue), begun \(WallClock.extendedText(run.began)), "
          + "\(status.state == .running ? "at work" : phase(run.phase)).")
    }
    if status.copies.isEmpty {
      lines.append("Safety copies: none.")
    } else {
      lines.append("Safety copies: \(status.copies.map { String($0.number) }.joined(separator: ", ")).")
    }
    lines += status.aside.map(aside)
    if let advice = advice(status) { lines.append(advice) }
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ status: StoreStatus) -> JSONValue {
    let run: JSONValue =
      status.run.map { run in
        [
          "number": .integer(Int64(run.number)), "action": .string(run.action.rawValue),
          "phase": .string(run.phase.rawValue), "began": .string(WallClock.extendedText(run.began)),
          "copy": run.copy.map { .integer(Int64($0)) } ?? .null,
        ]
      } ?? .null
    return [
      "formatVersion": 1, "state": .string(status.state.rawValue), "rerun": .string(status.rerun.rawValue),
      "lastRun": run, "importedByRun": status.result.map { .integer(Int64($0.run)) } ?? .null,
      "copies": .array(status.copies.map(CopiesText.json)),
      "setAside": .array(
        status.aside.map { aside in
          [
            "folder": .string(aside.folder), "complete": aside.isComplete.map(JSONValue.bool) ?? .null,
            "files": aside.names.map { .array($0.map(JSONValue.string)) } ?? .null,
          ]
        }),
    ]
  }

  private static func state(_ status: StoreStatus) -> String {
    switch status.state {
    case .neverImported: "no run in place has ever replaced or copied it."
    case .running: "a run is at work on it now."
    case .imported: "it is what run \(status.result?.run ?? 0) made of it."
    case .asCopied: "it is what a safety copy holds."
    case .changed: "it was changed since the last run ended, as a store in use is."
    case .unfinished:
      status.run?.phase == .promoted
        ? "a run on it had put its result in place, and did not end." : "a run on it did not end."
    case .changedSince: "a run on it did not end, and somebody has written to it since."
    case .missing: "there is no such file now."
    case .setAside: "there is no such file now: it was set aside."
    }
  }

  private static func aside(_ aside: KeptAside) -> String {
    let undo = "import-legacy set-aside STORE --undo --folder \(aside.folder)"
    if aside.isCutShort {
      return
        "A set-aside to \(aside.folder), or its undo, was cut short: set-aside STORE completes the one, \(undo) the "
        + "other. Do not open the store before that."
    }
    return switch aside.isComplete {
    case nil: "Files of it may be in \(aside.folder), whose list cannot be read."
    case true?: "Set aside: \(aside.names?.count ?? 0) in \(aside.folder); \(undo) brings them back."
    case false?:
      "Set aside: some of what \(aside.folder) was to hold; its other files are gone, or at their names."
    }
  }

  private static func rerun(_ rerun: StoreStatus.Rerun) -> String {
    switch rerun {
    case .runs: "makes a safety copy and migrates."
    case .nothingToDo: "the same request finds nothing to do; another one migrates what is there."
    case .settlesFirst: "settles the run that did not end, then does what it is asked for."
    case .refused: "is refused (exit status 8)."
    case .fails: "fails (exit status 4)."
    }
  }

  private static func phase(_ phase: RunPhase) -> String {
    switch phase {
    case .copying: "cut short while it made its safety copy; the store was not touched"
    case .working: "cut short while it built the result; the store was not touched"
    case .promoting: "cut short while it exchanged files"
    case .promoted: "its files are in place, the old ones are still to be removed"
    case .finished: "done"
    case .failed: "ended without a result; the store's files are what they were"
    }
  }

  private static func advice(_ status: StoreStatus) -> String? {
    switch status.state {
    case .changedSince where status.run?.phase == .working:
      "run --replace-newer takes the files as they are now; restore --replace-newer puts those from before that run "
        + "back, after making a safety copy of those of now."
    case .changedSince:
      "restore --replace-newer puts the files from before that run back, after making a safety copy of those of now."
    case .missing where !status.copies.isEmpty, .setAside where !status.copies.isEmpty:
      "restore puts the newest safety copy back."
    default: nil
    }
  }
}
