import Diagnostics
import FileOperations
import Foundation
import StoreProtection
import Testing

@Suite(.enabled(if: Python.isPresent))
struct SnapshotTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  private func take(_ name: String, with operations: FileOperations? = nil) throws -> Snapshot {
    let operations = operations ?? files
    let store = try StoreFiles(locating: folder("in/" + name), with: operations)
    return try Snapshot(of: store, in: folder("work"), with: operations)
  }

  /// The source's files with their bytes.
  private func source() throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for name in try files.list(folder("in")).names { all[name] = try folder.bytes("in/" + name) }
    return all
  }

  private func ids(_ snapshot: Snapshot) -> [String] { snapshot.findings.map(\.id.rawValue) }

  @Test func aStoreWithALog() throws {
    try files.createFolder(folder("in"))
    try Stores.makeWithLog(at: folder("in/My Notes.sqlite"))
    let before = try source()
    #expect(before.keys.sorted() == ["My Notes.sqlite", "My Notes.sqlite-shm", "My Notes.sqlite-wal"])
    let snapshot = try take("My Notes.sqlite")
    #expect(snapshot.storePath == folder("work/snapshot.sqlite"))
    #expect(try files.status(of: folder("work")).mode == 0o700)
    #expect(
      try folder.everything().filter { $0.hasPrefix("work/") }
        == ["work/", "work/snapshot.sqlite", "work/snapshot.sqlite-wal"])
    #expect(snapshot.files.map(\.role) == [.store, .writeAheadLog])
    #expect(snapshot.digest(of: .writeAheadLog) == (try files.digest(of: folder("in/My Notes.sqlite-wal"))))
    #expect(ids(snapshot) == ["source.write-ahead-log"])
    #expect(snapshot.findings.first?.count == 3)
    #expect(try Stores.count("first", in: snapshot.storePath) == 1)
    #expect(try source() == before)
    try snapshot.verifySourceUnchanged()
  }

  @Test func aLogThatDidNotComeAlongIsNoted() throws {
    try folder.write(Stores.bytes(version: 2), to: "in/a.sqlite")
    #expect(ids(try take("a.sqlite")) == ["source.no-write-ahead-log"])
  }

  @Test func aStoreAloneHasNothingToNote() throws {
    try folder.write(Stores.bytes(), to: "in/a.sqlite")
    #expect(ids(try take("a.sqlite")) == [])
  }

  @Test func aDamagedLogIsAWarning() throws {
    try folder.write(Stores.bytes(version: 2), to: "in/a.sqlite")
    try folder.write("no log at all", to: "in/a.sqlite-wal")
    let snapshot = try take("a.sqlite")
    #expect(ids(snapshot) == ["source.damaged-log"])
    #expect(snapshot.findings.first?.severity == .warning)
  }

  @Test func aLogOfAnotherDatabaseIsRefused() throws {
    try files.createFolder(folder("in"))
    try Stores.makeWithLog(at: folder("in/a.sqlite"))
    try folder.write(Stores.bytes(pageSize: 1024), to: "in/a.sqlite")
    let thrown = #expect(throws: DiagnosticError.self) { try take("a.sqlite") }
    #expect(thrown?.diagnostics.map(\.id.rawValue) == ["store.wal-page-size"])
    #expect(thrown?.exit == .damaged)
  }

  @Test func aHotJournalIsPlayedBackInTheCopyOnly() throws {
    try files.createFolder(folder("in"))
    try Stores.makeHot(at: folder("in/a.sqlite"))
    let before = try source()
    let snapshot = try take("a.sqlite")
    #expect(ids(snapshot) == ["source.hot-journal"])
    #expect(try Stores.count("before", in: snapshot.storePath) == 200)
    #expect(try source() == before)
    try snapshot.verifySourceUnchanged()
  }

  @Test(arguments: ["at its path", "beside the store"])
  func aSuperJournalThatIsThereSettlesTheJournalAndIsLeftAlone(place: String) throws {
    try files.createFolder(folder("in"))
    try Stores.makeHot(at: folder("in/a.sqlite"))
    let named = folder("elsewhere/a.sqlite-mj0123")
    try Stores.appendSuperJournal(named, to: folder("in/a.sqlite-journal"))
    try folder.write(
      "precious", to: place == "at its path" ? "elsewhere/a.sqlite-mj0123" : "in/a.sqlite-mj0123")
    let snapshot = try take("a.sqlite")
    #expect(ids(snapshot) == ["source.hot-journal", "source.super-journal"])
    // Whatever comes to the named place before SQLite opens our copy must stay.
    try folder.write("precious", to: "elsewhere/a.sqlite-mj0123")
    #expect(try Stores.count("before", in: snapshot.storePath) == 200)
    #expect(try folder.text("elsewhere/a.sqlite-mj0123") == "precious")
    try snapshot.verifySourceUnchanged()
  }

  /// The danger is real: a plain copy makes SQLite delete the file.
  @Test func withoutTheCutSQLiteDeletesTheNamedFile() throws {
    try files.createFolder(folder("in"))
    try Stores.makeHot(at: folder("in/a.sqlite"))
    try Stores.appendSuperJournal(
      try folder.write("precious", to: "elsewhere/x-mj01"), to: folder("in/a.sqlite-journal"))
    #expect(try Stores.count("before", in: folder("in/a.sqlite")) == 200)
    #expect(try files.statusIfPresent(of: folder("elsewhere/x-mj01")) == nil)
  }

  @Test func aSuperJournalThatIsNotThereCannotBeSettled() throws {
    try files.createFolder(folder("in"))
    try Stores.makeHot(at: folder("in/a.sqlite"))
    try Stores.appendSuperJournal("/no/such/a.sqlite-mj0123", to: folder("in/a.sqlite-journal"))
    let thrown = #expect(throws: DiagnosticError.self) { try take("a.sqlite") }
    #expect(thrown?.diagnostics.map(\.id.rawValue) == ["store.super-journal-unsettled"])
    #expect(thrown?.exit == .damaged)
  }

  @Test func aFinishedJournalWithASuperJournalHasNothingToSettle() throws {
    try folder.write(Stores.bytes(), to: "in/a.sqlite")
    try folder.write([UInt8](repeating: 0, count: 512), to: "in/a.sqlite-journal")
    try Stores.appendSuperJournal("/no/such", to: folder("in/a.sqlite-journal"))
    let snapshot = try take("a.sqlite")
    #expect(ids(snapshot) == [])
    #expect(snapshot.rollbackJournal?.state == .finished)
    #expect(try files.status(of: folder("work/snapshot.sqlite-journal")).size == 512)
  }

  @Test func aJournalWithoutHeaderIsAWarning() throws {
    try folder.write(Stores.bytes(), to: "in/a.sqlite")
    try folder.write("garbage", to: "in/a.sqlite-journal")
    let snapshot = try take("a.sqlite")
    #expect(ids(snapshot) == ["source.damaged-journal"])
    #expect(snapshot.findings.first?.severity == .warning)
  }

  @Test func aSourceThatChangesAfterwardsIsFoundOut() throws {
    let original = Stores.bytes()
    try folder.write(original, to: "in/a.sqlite")
    let snapshot = try take("a.sqlite")
    func changed() -> String? {
      do {
        try snapshot.verifySourceUnchanged()
        return nil
      } catch {
        return "\(error.diagnostics.map(\.id.rawValue)) \(error.exit.rawValue)"
      }
    }
    #expect(changed() == nil)
    var bytes = original
    bytes[4000] ^= 1
    try folder.write(bytes, to: "in/a.sqlite")
    #expect(changed() == #"["store.changed"] 8"#)
    try folder.write(original, to: "in/a.sqlite")
    #expect(changed() == nil)
    try folder.write("", to: "in/a.sqlite-wal")
    #expect(changed() == #"["store.changed"] 8"#)
    try files.removeFile(folder("in/a.sqlite-wal"))
    #expect(changed() == nil)
    try files.removeFile(folder("in/a.sqlite"))
    #expect(changed() == #"["store.changed"] 8"#)
  }

  private let megabytes = 48

  private func makeLargeStore() throws {
    let path = try folder.write(Stores.bytes(), to: "in/a.sqlite")
    try files.cut(path, to: Int64(megabytes) << 20)
    try folder.write([UInt8](repeating: 0, count: 100), to: "in/a.sqlite-journal")
  }

  @Test func aSourceThatNeverRestsIsGivenUp() throws {
    try makeLargeStore()
    let writer = try Python.start(
      """
      import sys
      f = open(sys.argv[1], 'ab', buffering=0)
      print('ready', flush=True)
      for i in range(20000000): f.write(b'0')
      """, folder("in/a.sqlite-journal"))
    let thrown = #expect(throws: DiagnosticError.self) { try take("a.sqlite") }
    Python.stop(writer)
    #expect(thrown?.diagnostics.map(\.id.rawValue) == ["store.changed-while-reading"])
    #expect(thrown?.exit == .inUse)
    #expect(try files.list(folder("work")).names == [])
  }

  @Test func aSourceThatChangesOnceIsCopiedAgain() throws {
    try makeLargeStore()
    let writer = try Python.start(
      """
      import os, sys
      print('ready', flush=True)
      while not os.path.exists(sys.argv[1]): pass
      with open(sys.argv[2], 'ab', buffering=0) as f: f.write(b'\\0' * 11)
      """, folder("work/snapshot.sqlite"), folder("in/a.sqlite-journal"))
    let counting = FileOperations(faults: FaultPlan(rules: []))
    let snapshot = try take("a.sqlite", with: counting)
    writer.waitUntilExit()
    #expect(snapshot.digest(of: .rollbackJournal)?.size == 111)
    // Making our folder, and clearing two names once.
    #expect(counting.faults?.passages(of: .snapshotFolder) == 3)
    try snapshot.verifySourceUnchanged()
  }

  /// A commit removes the journal; the next one, made within a tick of the file system's clock, can look the same.
  @Test func aJournalThatIsAnotherWhenItIsOpenedIsCopiedAgain() throws {
    try folder.write(Stores.bytes(), to: "in/a.sqlite")
    try folder.write([UInt8](repeating: 0, count: 100), to: "in/a.sqlite-journal")
    // Of the store, of its copy, of the journal.
    let gone = FileOperations(faults: try FaultPlan(parsing: "open:3:fail:ENOENT"))
    let snapshot = try take("a.sqlite", with: gone)
    #expect(snapshot.digest(of: .rollbackJournal)?.size == 100)
    try snapshot.verifySourceUnchanged()
  }

  @Test func aFullDiskIsSaid() throws {
    try folder.write(Stores.bytes(), to: "in/a.sqlite")
    let full = FileOperations(faults: try FaultPlan(parsing: "snapshot.write:2:fail:ENOSPC"))
    let thrown = #expect(throws: DiagnosticError.self) { try take("a.sqlite", with: full) }
    #expect(thrown?.diagnostics.map(\.id.rawValue) == ["file.no-space"])
    #expect(thrown?.exit == .noSpace)
  }
}
