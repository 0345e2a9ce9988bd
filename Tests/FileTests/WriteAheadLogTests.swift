import Diagnostics
import FileOperations
import Foundation
import StoreProtection
import Testing

/// The log that SQLite wrote is changed byte by byte, and the frames that SQLite itself still reads are
/// counted.
@Suite(.enabled(if: Python.isPresent))
struct WriteAheadLogTests {
  let folder: TemporaryFolder
  let files = FileOperations()
  private let frame = 24 + 4096

  init() throws {
    folder = try TemporaryFolder()
    try Stores.makeWithLog(at: folder("a.sqlite"))
  }

  private func log() throws -> WriteAheadLog {
    try WriteAheadLog(reading: folder("a.sqlite-wal"), with: files)
  }

  @Test func aLogAsSQLiteLeavesIt() throws {
    let log = try log()
    let header = try #require(log.header)
    #expect(header.pageSize == 4096)
    #expect(log.validFrames == Int(log.size) / frame)
    #expect(log.validFrames == 3)
    #expect(log.committedFrames == 3)
    #expect(log.uncommittedFrames == 0)
    #expect(log.lostCommits == 0)
    #expect(!log.isDamaged)
  }

  @Test func framesAfterTheLastCommit() throws {
    try Python.run(
      """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("pragma wal_autocheckpoint=0")
      c.execute("pragma cache_size=1")
      c.execute("begin")
      for i in range(400): c.execute("insert into t values(?)", ("never" + "x" * 1000,))
      os._exit(0)
      """, folder("a.sqlite"))
    let log = try log()
    #expect(log.committedFrames == 3)
    #expect(log.uncommittedFrames > 10)
    #expect(log.lostCommits == 0)
    #expect(try Stores.count("first", in: folder("a.sqlite")) == 1)
  }

  @Test func aLogOfManyPieces() throws {
    let committed = try Python.run(
      """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("pragma wal_autocheckpoint=0")
      for i in range(900): c.execute("insert into t values(?)", ("x" * 900,))
      print((os.path.getsize(sys.argv[1] + "-wal") - 32) // 4120, flush=True)
      os._exit(0)
      """, folder("a.sqlite"))
    let log = try log()
    #expect(log.size > 3 << 20)
    #expect(String(log.committedFrames) == committed)
    #expect(log.validFrames == log.committedFrames)
  }

  @Test func aDamagedFrameEndsTheLogAndIsNotSilent() throws {
    var bytes = try folder.bytes("a.sqlite-wal")
    bytes[32 + 2 * frame + 24 + 4000] ^= 1
    try folder.write(bytes, to: "a.sqlite-wal")
    let log = try log()
    #expect(log.validFrames == 2)
    #expect(log.committedFrames == 2)
    #expect(log.lostCommits == 1)
    #expect(try Stores.count("first", in: folder("a.sqlite")) == 0)
  }

  @Test func framesOfAnEarlierRoundDoNotCount() throws {
    // A checkpoint that restarts the log leaves its old frames behind the new ones.
    try Python.run(
      """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("pragma wal_autocheckpoint=0")
      c.execute("pragma wal_checkpoint(RESTART)")
      c.execute("insert into t values('second')")
      os._exit(0)
      """, folder("a.sqlite"))
    let log = try log()
    #expect(Int(log.size) / frame == 3)
    #expect(log.validFrames == 1)
    #expect(log.committedFrames == 1)
    #expect(log.lostCommits == 0)
    #expect(log.header?.checkpointSequence == 1)
  }

  @Test(arguments: [0, 1, 8, 20, 24, 31]) func aDamagedHeader(offset: Int) throws {
    var bytes = try folder.bytes("a.sqlite-wal")
    bytes[offset] ^= 0x40
    try folder.write(bytes, to: "a.sqlite-wal")
    #expect(try log().header == nil)
    #expect(try log().isDamaged)
    #expect(try log().validFrames == 0)
  }

  @Test func anEmptyLogIsNotDamaged() throws {
    try folder.write("", to: "a.sqlite-wal")
    #expect(try log().isDamaged == false)
    try folder.write("short", to: "a.sqlite-wal")
    #expect(try log().isDamaged)
  }

  @Test func aLogThatIsCutShortLosesItsLastFrame() throws {
    let bytes = try folder.bytes("a.sqlite-wal")
    try folder.write(Array(bytes.dropLast(100)), to: "a.sqlite-wal")
    #expect(try log().validFrames == 2)
  }

  @Test func aLogOfAnotherPageSize() throws {
    let log = try log()
    try log.check(against: try DatabaseHeader(Stores.bytes()))
    let thrown = #expect(throws: WriteAheadLogError.self) {
      try log.check(against: try DatabaseHeader(Stores.bytes(pageSize: 1024)))
    }
    #expect(thrown == .pageSize(log: 4096, database: 1024))
    #expect(thrown?.diagnostic.id.rawValue == "store.wal-page-size")
    #expect(thrown?.exitStatus == .damaged)
  }
}
