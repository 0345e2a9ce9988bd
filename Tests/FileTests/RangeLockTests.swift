import Foundation
import Testing

@testable import FileOperations

/// The range is the one that SQLite locks in a database.
@Suite(.enabled(if: Python.isPresent))
struct RangeLockTests {
  let folder: TemporaryFolder
  let files = FileOperations()
  private let start: Int64 = 0x4000_0000
  private let length: Int64 = 512

  init() throws { folder = try TemporaryFolder() }

  private func makeDatabase(mode: String = "delete") throws -> String {
    try Python.run(
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("create table t(a)")
      c.execute("pragma journal_mode=" + sys.argv[2])
      c.close()
      """, folder("a.sqlite"), mode)
    return folder("a.sqlite")
  }

  /// A connection that has read and now does nothing.
  private func startIdleConnection(to path: String) throws -> Process {
    try Python.start(
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("select * from t").fetchall()
      print('open', flush=True)
      sys.stdin.read()
      """, path)
  }

  private func lock(_ path: String) throws -> RangeLock? {
    try files.lockRange(of: path, start: start, length: length)
  }

  /// Both ways of asking, and the second as a refusal of the first leads to it.
  private func isOpenElsewhere(_ lock: RangeLock) throws -> [Bool] {
    let refused = FileOperations(faults: try FaultPlan(parsing: "file.lock:1:fail:EACCES"))
    return [
      try files.isOpenElsewhere(lock), try files.isOpenByProcessTable(lock),
      try refused.isOpenElsewhere(lock),
    ]
  }

  private func expectNobodyElse(_ lock: RangeLock) throws {
    #expect(try Patience.until { try isOpenElsewhere(lock) == [false, false, false] })
  }

  @Test func aLockOfAnotherProcessKeepsUsOut() throws {
    let path = try folder.write("a", to: "a")
    let process = try Python.start(
      """
      import fcntl, sys
      f = open(sys.argv[1], 'r+')
      fcntl.lockf(f, fcntl.LOCK_EX, 10, 0x40000000 + 505)
      print('held', flush=True)
      sys.stdin.read()
      """, path)
    defer { Python.stop(process) }
    #expect(try lock(path) == nil)
    #expect(try files.lockRange(of: path, start: start, length: 505) != nil)
    Python.stop(process)
    #expect(try Patience.until { try lock(path) != nil })
  }

  @Test func aLockOfOursKeepsUsOutToo() throws {
    let path = try folder.write("a", to: "a")
    var first = try lock(path)
    #expect(first?.path == path)
    #expect(try lock(path) == nil)
    #expect(try files.lockRange(of: path, start: start + 511, length: 1) == nil)
    #expect(try files.lockRange(of: path, start: start + 512, length: 1) != nil)
    #expect(try files.lockRange(of: path, start: 0, length: start) != nil)
    first = nil
    #expect(try Patience.until { try lock(path) != nil })
  }

  @Test func onlyTheLockItselfMayBeRefused() throws {
    let path = try folder.write("a", to: "a")
    for code in ["EAGAIN", "EACCES"] {
      let opening = FileOperations(faults: try FaultPlan(parsing: "file.lock:1:fail:\(code)"))
      #expect(throws: FileError.self) { _ = try opening.lockRange(of: path, start: 0, length: 1) }
      let locking = FileOperations(faults: try FaultPlan(parsing: "file.lock:2:fail:\(code)"))
      #expect(try locking.lockRange(of: path, start: 0, length: 1) == nil)
    }
    let locking = FileOperations(faults: try FaultPlan(parsing: "file.lock:2:fail:EIO"))
    #expect(throws: FileError(operation: "lock", path: path, code: EIO)) {
      _ = try locking.lockRange(of: path, start: 0, length: 1)
    }
    #expect(symlink(path, folder("link")) == 0)
    for name in ["link", "nowhere"] {
      #expect(throws: FileError.self) { _ = try lock(folder(name)) }
    }
    #expect(try folder.everything() == ["a", "link"])
  }

  @Test func sqliteSeesOurLock() throws {
    let path = try makeDatabase()
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
      try: c.execute("insert into t values('x')"); print('written')
      except sqlite3.OperationalError as e: print(e)
      """
    var held = try lock(path)
    #expect(held != nil)
    #expect(try Python.run(script, path) == "database is locked")
    held = nil
    #expect(try Patience.until { try Python.run(script, path) == "written" })
    #expect(try Stores.count("x", in: path) == 1)
  }

  /// Such a connection holds no lock, so that only its open file gives it away.
  @Test func anIdleConnectionIsFound() throws {
    let path = try makeDatabase()
    let process = try startIdleConnection(to: path)
    defer { Python.stop(process) }
    let held = try #require(try lock(path))
    #expect(try isOpenElsewhere(held) == [true, true, true])
    Python.stop(process)
    try expectNobodyElse(held)
  }

  /// With a log, a connection holds a lock from its first reading to its end.
  @Test func anIdleConnectionWithALogKeepsUsOut() throws {
    let path = try makeDatabase(mode: "wal")
    let process = try startIdleConnection(to: path)
    defer { Python.stop(process) }
    #expect(try lock(path) == nil)
    let beside = try #require(try files.lockRange(of: path, start: 0, length: 1))
    #expect(try isOpenElsewhere(beside) == [true, true, true])
    Python.stop(process)
    let held = try #require(try lock(path))
    #expect(try isOpenElsewhere(held) == [true, true, true])
    withExtendedLifetime(beside) {}
  }

  @Test func aReaderIsFoundUntilItEnds() throws {
    let path = try folder.write("a", to: "a")
    let held = try #require(try lock(path))
    try expectNobodyElse(held)
    let process = try Python.start(
      "import sys; f = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()", path)
    defer { Python.stop(process) }
    #expect(try isOpenElsewhere(held) == [true, true, true])
    Python.stop(process)
    try expectNobodyElse(held)
  }

  @Test func ourOwnOpenFilesCount() throws {
    let path = try folder.write("a", to: "a")
    let held = try #require(try lock(path))
    try expectNobodyElse(held)
    do {
      let reader = try files.openToRead(path)
      #expect(try isOpenElsewhere(held) == [true, true, true])
      #expect(reader.path == path)
    }
    try expectNobodyElse(held)
    // Another name of the same file, and another file.
    #expect(link(path, folder("hard")) == 0)
    let strangers = try files.openToRead(folder.write("b", to: "b"))
    try expectNobodyElse(held)
    #expect(strangers.path == folder("b"))
    let second = try files.openToRead(folder("hard"))
    #expect(try isOpenElsewhere(held) == [true, true, true])
    #expect(second.path == folder("hard"))
  }

  @Test(arguments: ["EACCES", "EPERM", "EINVAL", "ENOTSUP", "ENOSYS"])
  func withoutLeasesTheProcessesAreLookedThrough(code: String) throws {
    let path = try folder.write("a", to: "a")
    let held = try #require(try lock(path))
    let reader = try files.openToRead(path)
    let refused = FileOperations(faults: try FaultPlan(parsing: "test.ask:1+:fail:\(code)"))
    // The second call of the point asks for the file's own status.
    #expect(throws: FileError.self) { try refused.isOpenElsewhere(held, at: "test.ask") }
    let once = FileOperations(faults: try FaultPlan(parsing: "test.ask:1:fail:\(code)"))
    #expect(try once.isOpenElsewhere(held, at: "test.ask"))
    #expect(once.faults?.faults == 1)
    #expect((once.faults?.passages(of: "file.processes") ?? 0) > 2)
    // Nobody can be looked at.
    let blind = FileOperations(
      faults: try FaultPlan(parsing: "test.ask:1:fail:\(code),file.processes:1+:fail:EACCES"))
    #expect(try blind.isOpenElsewhere(held, at: "test.ask") == false)
    #expect(reader.path == path)
  }

  @Test func theLeaseAnswersAlone() throws {
    let held = try #require(try lock(folder.write("a", to: "a")))
    try expectNobodyElse(held)
    let counting = FileOperations(faults: FaultPlan(rules: []))
    #expect(try counting.isOpenElsewhere(held) == false)
    #expect(counting.faults?.passages == 1)
    let busy = FileOperations(faults: try FaultPlan(parsing: "file.lock:1:fail:EAGAIN"))
    #expect(try busy.isOpenElsewhere(held))
    #expect(busy.faults?.passages == 1)
    let broken = FileOperations(faults: try FaultPlan(parsing: "file.lock:1:fail:EIO"))
    #expect(throws: FileError.self) { try broken.isOpenElsewhere(held) }
  }

  /// The signal of a lease that somebody breaks would end the process that asked.
  @Test func askingWhileOthersOpenTheFileIsHarmless() async throws {
    try folder.write("a", to: "a")
    await #expect(processExitsWith: .success) { [path = folder("a") as String] in
      let files = FileOperations()
      let held = try #require(try files.lockRange(of: path, start: 0, length: 1))
      let process = try Python.start(
        """
        import os, sys
        parent = os.getppid()
        print('started', flush=True)
        while os.getppid() == parent: os.close(os.open(sys.argv[1], os.O_RDONLY))
        """, path)
      var answers: Set<Bool> = []
      let start = ContinuousClock.now
      while ContinuousClock.now < start + (answers.count < 2 ? .seconds(20) : .milliseconds(500)) {
        answers.insert(try files.isOpenElsewhere(held))
      }
      Python.stop(process)
      try #require(answers == [true, false])
    }
  }

  /// What is only asked for keeps nobody waiting.
  @Test func noLeaseStays() throws {
    let path = try folder.write("a", to: "a")
    let held = try #require(try lock(path))
    try expectNobodyElse(held)
    let text = try Python.run(
      "import os, sys; os.open(sys.argv[1], os.O_RDWR | os.O_NONBLOCK); print('open')", path)
    #expect(text == "open")
    withExtendedLifetime(held) {}
  }

  @Test func theNameMayLeadElsewhere() throws {
    let path = try folder.write("a", to: "a")
    let held = try #require(try lock(path))
    #expect(try files.isSameFile(held, as: path))
    #expect(try files.status(of: held) == files.status(of: path))
    #expect(rename(path, folder("b")) == 0)
    #expect(try files.isSameFile(held, as: path) == false)
    #expect(try files.isSameFile(held, as: folder("b")))
    #expect(try files.isSameFile(held, as: folder("b/c")) == false)
    try folder.write("a", to: "a")
    #expect(try files.isSameFile(held, as: path) == false)
    #expect(symlink(folder("b"), folder("link")) == 0)
    #expect(try files.isSameFile(held, as: folder("link")) == false)
    #expect(try files.status(of: held).size == 1)
    let failing = FileOperations(faults: try FaultPlan(parsing: "file.lock:2:fail:EIO"))
    #expect(throws: FileError.self) { try failing.isSameFile(held, as: path) }
  }
}
