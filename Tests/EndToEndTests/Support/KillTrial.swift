import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A run that is killed, what must be so at that moment, and what the next command must make of it.
struct KillTrial {
  enum Job: String, CaseIterable, Sendable, Codable {
    case importFull
    case importPlain
    /// Puts back the log too, and an external file that somebody removed.
    case restoreFull

    var kind: GuardedStore.Kind { self == .importPlain ? .plain : .full }
    var isRestore: Bool { self == .restoreFull }
  }

  /// What the result of an import has: the bytes of the main file, once made without a fault.
  private static let references = GuardedStore.Kind.allCases.map { kind in
    Result {
      let store = try GuardedStore(kind)
      let run = try store.run("--wait", "10")
      try #require(run.status == 0, "\(run.error)")
      let present = try store.present()
      try #require(present.keys.sorted() == store.original.keys.filter { !$0.hasSuffix("-wal") }.sorted())
      try #require(present[GuardedStore.name] != store.original[GuardedStore.name])
      return try #require(present[GuardedStore.name])
    }
  }

  let job: Job
  let store: GuardedStore
  let result: String
  let sourceLocation: SourceLocation

  init(_ job: Job, sourceLocation: SourceLocation = #_sourceLocation) throws {
    self.job = job
    self.sourceLocation = sourceLocation
    store = try GuardedStore(job.kind)
    result = try Self.references[#require(GuardedStore.Kind.allCases.firstIndex(of: job.kind))].get()
    guard job.isRestore else { return }
    try #require(store.run("--wait", "10").status == 0)
    try store.scratch.remove("place/" + GuardedStore.externalFile)
  }

  /// Runs the job and sees it die.
  func die(_ fault: String) throws {
    let run =
      try job.isRestore
      ? store.restore("--copy", "1", "--wait", "10", fault: fault) : store.run("--wait", "10", fault: fault)
    expect(run.signal == SIGKILL, "\(fault) was not passed: status \(run.status ?? -1), \(run.error)")
    try checkNothingIsLost(fault)
  }

  func expect(_ condition: Bool, _ words: @autoclosure () -> String) {
    if !condition { Issue.record("\(job) \(words())", sourceLocation: sourceLocation) }
  }

  /// The original is whole somewhere, and no log lies beside a store that is not its own.
  func checkNothingIsLost(_ fault: String) throws {
    let present = try store.present()
    let main = present[GuardedStore.name]
    let log = present[GuardedStore.name + "-wal"]
    expect(main == store.original[GuardedStore.name] || main == result, "\(fault): the main file is neither")
    expect(main != result || log == nil, "\(fault): a new store with an old log")
    expect(log == nil || log == store.original[GuardedStore.name + "-wal"], "\(fault): a log of nobody")
    for (name, digest) in store.original where name.hasPrefix(GuardedStore.external) {
      let isRemoved = job.isRestore && name == GuardedStore.externalFile
      expect(present[name] == digest || (isRemoved && present[name] == nil), "\(fault): external data")
    }
    let aside = Set(try store.scratch.digests(store.inImportFolder("aside")).values)
    let isInNames = store.original.allSatisfy { present[$0.key] == $0.value || aside.contains($0.value) }
    let isInCopy = try store.soundCopies().contains { try store.contents(ofCopy: $0) == store.original }
    expect(isInNames || isInCopy, "\(fault): the original is lost")
    expect(isInCopy || !job.isRestore, "\(fault): the copy is lost")
    let state = try store.state()
    let known = ["never-imported", "unfinished", "imported", "as-copied"]
    expect(known.contains(state), "\(fault): status \(state)")
  }

  /// The next import makes the result.
  func checkRun(_ fault: String) throws {
    let run = try store.run("--wait", "30")
    expect(run.status == 0 || run.status == 1, "after \(fault): run \(run.status ?? -1) \(run.error)")
    try checkResult(fault)
  }

  func checkResult(_ fault: String) throws {
    var wanted = store.original
    wanted[GuardedStore.name + "-wal"] = nil
    wanted[GuardedStore.name] = result
    var present = try store.present()
    if job.isRestore, present[GuardedStore.externalFile] == nil {
      // The restore was undone: what somebody removed before is not back.
      present[GuardedStore.externalFile] = wanted[GuardedStore.externalFile]
    }
    expect(present == wanted, "after \(fault): \(Self.difference(present, wanted)) is not the result")
    try checkFolder(fault)
    let state = try store.state()
    expect(state == "imported", "after \(fault): status \(state)")
    let sound = try store.soundCopies()
    expect(
      try sound.contains { try store.contents(ofCopy: $0) == store.original },
      "after \(fault): the original has no copy")
  }

  /// The next restore brings the original back, or finds no copy of what is there untouched.
  func checkRestore(_ fault: String) throws {
    let run = try job.isRestore ? store.restore("--copy", "1", "--wait", "30") : store.restore("--wait", "30")
    let hasCopy = run.status != 4
    expect(
      run.status == 0 || run.says("copy.none"), "after \(fault): restore \(run.status ?? -1) \(run.error)")
    let present = try store.present()
    expect(
      present == store.original,
      "after \(fault): \(Self.difference(present, store.original)) is not the original")
    try checkFolder(fault)
    if hasCopy, store.scratch.exists(store.inImportFolder("journal.json")) {
      let state = try store.state()
      expect(state == "as-copied", "after \(fault): status \(state)")
    }
  }

  /// Nothing waits in the import folder, and every copy is sound.
  private func checkFolder(_ fault: String) throws {
    let aside = try store.scratch.contents(store.inImportFolder("aside"))
    let work = try store.scratch.contents(store.inImportFolder("work"))
    expect(aside.isEmpty && work.isEmpty, "after \(fault): left are \(aside + work)")
    let copies = try store.scratch.contents(store.inImportFolder("copies")).filter { !$0.contains("/") }
    expect(try store.soundCopies() == copies, "after \(fault): a copy is not sound")
  }

  private static func difference(_ one: [String: String], _ other: [String: String]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }
}
