import Foundation
import Testing

@Suite("In place: the safety copies")
struct InPlaceCopiesTests {
  /// Runs that are put in place, one after the other, each on a store that the app went on with.
  private func promote(_ place: InPlace, times: Int, _ options: String...) throws {
    for _ in 0..<times {
      try place.change()
      let run = try place.perform(place.arguments(options), nil, [:], #_sourceLocation)
      #expect(run.status == 0)
    }
  }

  /// Of `copies list --json`.
  private func listed(_ place: InPlace) throws -> [JSON] {
    let run = try place.copies("list", "--json")
    #expect(run.status == 0)
    #expect(run.error == "")
    return try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8)).list
  }

  @Test("Equal files need one copy, whatever becomes of the runs; its shared memory may differ")
  func reused() throws {
    let place = InPlace(try Fixture("library-1-wal/Library"))
    for _ in 1...2 { #expect(try place.to("Library 3").migrate().status == 3) }
    #expect(try place.migrate(fault: "destination.sync:1:fail:EIO").status == 2)
    #expect(try place.migrate(fault: "promote.exchange:1:fail:EIO").status == 2)
    try place.scratch.write("an index of the log", to: "in/\(place.store)-shm")
    #expect(try place.to("Library 3").migrate().status == 3)
    let copied = try place.copied(1)
    #expect(copied.count == 2)
    #expect(try place.copies() == [1])
    #expect(try place.migrate().status == 0)
    #expect(try place.copies() == [1])
    #expect(try place.restore().status == 0)
    #expect(try place.copies() == [1, 2])
    #expect(try place.migrate().status == 0)
    #expect(try place.copies() == [1, 2])
  }

  @Test("A copy that is damaged is not reused")
  func damagedNotReused() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.to("Library 3").migrate().status == 3)
    let store = try place.copy(1) + "/library-1.sqlite"
    var bytes = try place.scratch.bytes(store)
    bytes[5000] ^= 1
    try place.scratch.write(bytes, to: store)
    #expect(try place.to("Library 3").migrate().status == 3)
    #expect(try place.copies() == [1, 2])
    #expect(try place.copies("verify", "--copy", "2").output == "2: sound\n")
    #expect(try place.copies("verify", "--copy", "1").status == 1)
    #expect(try place.copies("verify").status == 1)
  }

  @Test("The newest three stay, and that of the first import; only runs that were put in place prune")
  func pruned() throws {
    let fixture = try Fixture("library-1")
    let place = InPlace(fixture)
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    try promote(place, times: 3)
    #expect(try place.copies() == [1, 2, 3, 4])
    try place.change()
    let pruning = try place.migrate()
    #expect(pruning.findings("copy.pruned").map(\.line) == ["note copy.pruned  []"])
    #expect(pruning.findings("copy.pruned").map(\.count) == [1])
    #expect(try place.copies() == [1, 3, 4, 5])
    // Runs that fail make copies, and take none away.
    for _ in 1...3 {
      try place.change()
      #expect(try place.to("Library 3").migrate().status == 3)
    }
    #expect(try place.copies() == [1, 3, 4, 5, 6, 7, 8])
    try promote(place, times: 1)
    #expect(try place.copies() == [1, 7, 8, 9])
    // Numbers are not used again.
    try promote(place, times: 1, "--keep-copies", "1")
    #expect(try place.copies() == [1, 10])
    #expect(try listed(place).map { $0["number"] } == [.integer(1), .integer(10)])
    #expect(try place.copies("verify").output == "1: sound\n10: sound\n")
    #expect(try place.copies("verify").status == 0)
    #expect(try place.restore("--copy", "1").status == 0)
    #expect(try place.files() == before)
    #expect(try place.kept(below: "reports").count == 11)
  }

  @Test(
    "The first import's copy is that of the first run that was put in place, not of one that failed before it"
  )
  func first() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.to("Library 3").migrate().status == 3)
    #expect(try place.migrate(fault: "journal.write:22:fail:EIO").status == 2)
    #expect(try listed(place).map { $0["first"] } == [.flag(false)])
    try place.change()
    let before = try place.files()
    #expect(try place.migrate().status == 0)
    #expect(try listed(place).map { $0["first"] } == [.flag(false), .flag(true)])
    try promote(place, times: 4)
    #expect(try place.copies() == [2, 4, 5, 6])
    #expect(try place.restore("--copy", "2").status == 0)
    #expect(try place.files() == before)
  }

  @Test("By hand: so many of the newest, or one that is named, the first import's too")
  func prunedByHand() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    try promote(place, times: 4, "--keep-copies", "9")
    #expect(try place.copies() == [1, 2, 3, 4, 5])
    let files = try place.files()
    #expect(try place.copies("prune").output == "Removed: 2.\n")
    #expect(try place.copies("prune").output == "Nothing removed.\n")
    #expect(try place.copies("prune", "--keep", "1").output == "Removed: 3, 4.\n")
    #expect(try place.copies() == [1, 5])
    #expect(try place.copies("prune", "--copy", "1").output == "Removed: 1.\n")
    #expect(try place.copies() == [5])
    #expect(try place.copies("prune", "--keep", "0").status == 64)
    #expect(try place.copies("prune", "--keep", "1", "--copy", "5").status == 64)
    #expect(try place.copies("prune", "--copy", "5").status == 0)
    #expect(try place.copies() == [])
    #expect(try place.copies("list").output == "No safety copies.\n")
    #expect(try place.copies("verify").output == "No safety copies.\n")
    #expect(try place.restore().status == 4)
    #expect(try place.files() == files)
    try promote(place, times: 1)
    #expect(try place.copies() == [6])
    // The store from before the first import ever is not to be had any more.
    #expect(try listed(place).map { $0["first"] } == [.flag(false)])
  }

  @Test(
    "A run killed between the journal and the folders of copies that go: the next run knows what there is")
  func killedWhilePruning() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    try promote(place, times: 3)
    try place.change()
    #expect(try place.migrate(fault: "copy.prune:2:kill").isKilled)
    #expect(try place.state() == "imported")
    #expect(try listed(place).map { $0["number"] } == [1, 3, 4, 5].map { .integer($0) })
    #expect(try place.copies("verify").status == 0)
    try promote(place, times: 1)
    #expect(try listed(place).map { $0["number"] } == [1, 4, 5, 6].map { .integer($0) })
  }

  @Test("A copy that cannot be removed: said, not listed any more, and removed by the next run")
  func notPruned() throws {
    let place = InPlace(try Fixture("library-1"))
    #expect(try place.migrate().status == 0)
    try promote(place, times: 3)
    try place.change()
    let run = try place.migrate(fault: "copy.prune:1:fail:EIO")
    #expect(run.status == 0)
    #expect(run.findings("copy.not-pruned").map(\.severity) == ["note"])
    #expect(try place.copies() == [1, 2, 3, 4, 5])
    #expect(try listed(place).map { $0["number"] } == [1, 3, 4, 5].map { .integer($0) })
    #expect(try place.restore("--copy", "2").status == 64)
    try promote(place, times: 1)
    #expect(try place.copies() == [1, 4, 5, 6])
  }

  @Test("The list: number, time, files, bytes, the store's digest, which is the first")
  func list() throws {
    let place = InPlace(try Fixture("library-external/Library"))
    let digest = try place.files()[place.store] ?? ""
    #expect(try place.copies("list").output == "No safety copies.\n")
    #expect(!place.scratch.exists(place.importFolder))
    #expect(try place.migrate().status == 0)
    let stamps = try place.scratch.stamps("in")
    let copy = try #require(listed(place).first)
    #expect(copy["folder"] == .text((try place.copy(1) as NSString).lastPathComponent))
    #expect(copy["made"].string?.wholeMatch(of: /\d{8}T\d{6}Z/) != nil)
    #expect(copy["files"] == .integer(3))
    #expect(copy["bytes"] == .integer(159_744 + 40_000 + 2011))
    #expect(copy["storeSHA256"] == .text(digest))
    #expect(copy["first"] == .flag(true))
    let words = try place.copies("list").output
    #expect(words.contains(digest.prefix(16)))
    #expect(words.contains("before the first import"))
    #expect(words.split(separator: "\n").count == 2)
    #expect(try place.copies("verify").output == "1: sound\n")
    #expect(try place.scratch.stamps("in") == stamps)
  }
}
