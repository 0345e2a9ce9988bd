import FileOperations
import Foundation
import LegacyImport
import Testing

/// How often each job passes each point, counted in a process of its own that nobody disturbs.
enum KillPoints {
  /// Every name in `FilePoint+InPlace.swift`, and what else a run in place passes.
  static let all: [FilePoint] = [
    "place.status", "place.folder", "place.lock", "place.attributes", "journal.read", "journal.write",
    "copy.write", "copy.sync", "copy.verify", "copy.place", "copy.prune", "promote.stage", "promote.aside",
    "promote.exchange", "promote.companion", "promote.external", "promote.sync", "undo.move", "undo.sync",
    "proof.read", "place.clean", "place.report", "snapshot.folder", "snapshot.write", "snapshot.cut",
    "destination.sync", "external.read", "store.status", "model.read",
  ]

  private static let counted = Task { try await count() }

  /// - Parameter point: `*` for all of them together.
  static func passages(of point: String, in job: KillTrial.Job) async throws -> Int {
    try #require(try await counted.value["\(job) \(point)"])
  }

  private static func count() async throws -> [String: Int] {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for job in KillTrial.Job.allCases {
        let store = try GuardedStore(job.kind)
        let files = FileOperations(faults: FaultPlan(rules: []))
        var request = ImportRequest(store: store.path, model: GuardedStore.model)
        request.modelVersion = "Library 2"
        if job.isRestore {
          try #require(Importer(request).run().exitStatus == 0)
          try store.scratch.remove("place/" + GuardedStore.externalFile)
          var restore = RestoreRequest(store: store.path)
          restore.copy = 1
          try #require(Restorer(restore, files: files).run().exitStatus == 0)
        } else {
          try #require(Importer(request, files: files).run().exitStatus == 0)
        }
        let faults = try #require(files.faults)
        for point in KillPoints.all { print("count|\(job)|\(point.rawValue)|\(faults.passages(of: point))") }
        print("count|\(job)|*|\(faults.passages)")
      }
    }
    var counts: [String: Int] = [:]
    for line in String(decoding: result.standardOutputContent, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "|").map(String.init)
      guard words.count == 4, words[0] == "count" else { continue }
      counts["\(words[1]) \(words[2])"] = Int(words[3])
    }
    return counts
  }
}
