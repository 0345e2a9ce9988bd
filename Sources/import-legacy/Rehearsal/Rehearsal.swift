import FileOperations
import Reports
import StoreProtection
import Subprocesses

/// Many stores, several at a time, each in a process of its own: what one of them does to its process is no matter of the
/// others.
struct Rehearsal {
  struct Interrupted: Error {
    /// Stores that were done by then.
    let done: Int
  }

  /// Words of a command line, for each store.
  let options: [String]
  let jobs: Int
  /// For one store, in seconds.
  let timeLimit: Int
  /// Place for copies; nil for the system's temporary folder.
  let workFolder: String?
  let display: ProgressDisplay
  let files: FileOperations

  /// - Returns: in the order of `stores`.
  func run(_ stores: [FoundStore]) throws -> [RehearsedStore] {
    let folder = try files.createTemporaryFolder(
      "import-legacy-rehearsal", in: workFolder, at: "rehearsal.folder")
    defer { try? files.removeTree(folder, at: "rehearsal.clean") }
    var done: [Int: RehearsedStore] = [:]
    var running: [(index: Int, worker: RehearsalWorker)] = []
    var waiting = bySize(stores)[...]
    display.show(ProgressEvent(.stageBegin, "rehearse", unit: "stores", done: 0, total: Int64(stores.count)))
    do {
      while !waiting.isEmpty || !running.isEmpty {
        if Interruption.isRequested { throw Interrupted(done: done.count) }
        while running.count < jobs, let (index, store) = waiting.popFirst() {
          let worker = try RehearsalWorker(
            store, options: options, folder: FileName.join(folder, String(index + 1)), limit: timeLimit,
            files: files)
          running.append((index, worker))
        }
        wait(for: running.map(\.worker))
        running.removeAll { index, worker in
          worker.keepTime()
          guard let result = worker.result() else { return false }
          done[index] = result
          display.show(ProgressEvent(result, done: done.count, of: stores.count))
          return true
        }
      }
      // The same signal may have ended the last runs.
      if Interruption.isRequested { throw Interrupted(done: done.count) }
    } catch {
      end(running.map(\.worker))
      throw error
    }
    return stores.indices.compactMap { done[$0] }
  }

  /// The largest first, so that none of them is left alone at the end.
  private func bySize(_ stores: [FoundStore]) -> [(index: Int, store: FoundStore)] {
    let sizes = stores.map { (try? files.status(of: $0.path).size) ?? 0 }
    return stores.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.map { ($0, stores[$0]) }
  }

  private func wait(for workers: [RehearsalWorker]) {
    let now = ContinuousClock.now
    let next = workers.map { $0.deadline - now }.min() ?? .zero
    // A signal that comes just before the waiting does not end it.
    ChildProcess.wait(for: workers.map(\.process), atMost: min(next, .milliseconds(500)))
  }

  /// All of them are over when it returns.
  private func end(_ workers: [RehearsalWorker]) {
    workers.forEach { $0.stop() }
    var left = workers
    while !left.isEmpty {
      wait(for: left)
      left.removeAll { worker in
        worker.keepTime()
        return worker.result() != nil
      }
    }
  }
}
