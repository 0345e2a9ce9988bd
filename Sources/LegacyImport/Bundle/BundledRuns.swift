import FileOperations
import JSON
import StoreProtection

/// Where the runs on a store stand, without names of folders, and without digests.
struct BundledRuns {
  let status: StoreStatus

  var jsonValue: JSONValue {
    [
      "state": .string(status.state.rawValue), "rerun": .string(status.rerun.rawValue),
      "lastRun": status.run.map(run) ?? .null,
      "importedByRun": status.result.map { .integer(Int64($0.run)) } ?? .null,
      "copies": .array(
        status.copies.map { copy in
          [
            "number": .integer(Int64(copy.number)), "files": .integer(Int64(copy.fileCount)),
            "bytes": copy.size.map(JSONValue.integer) ?? .null, "isFirst": .bool(copy.isFirst),
            "hasStore": .bool(copy.store != nil),
          ]
        }),
    ]
  }

  private func run(_ run: RunRecord) -> JSONValue {
    [
      "number": .integer(Int64(run.number)), "action": .string(run.action.rawValue),
      "phase": .string(run.phase.rawValue), "began": .string(WallClock.extendedText(run.began)),
      "copy": run.copy.map { .integer(Int64($0)) } ?? .null, "files": .integer(Int64(run.files.count)),
    ]
  }
}
