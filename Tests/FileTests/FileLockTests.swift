import FileOperations
import Foundation
import Testing

struct FileLockTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  @Test func oneHolderAtATime() throws {
    var first = try files.lock(folder("lock"))
    #expect(first != nil)
    #expect(try files.lock(folder("lock")) == nil)
    first = nil
    #expect(try files.lock(folder("lock")) != nil)
  }

  @Test(.enabled(if: Python.isPresent)) func anotherProcessHoldsIt() throws {
    let process = try Python.start(
      """
      import fcntl, sys
      f = open(sys.argv[1], 'w')
      fcntl.lockf(f, fcntl.LOCK_EX)
      print('held', flush=True)
      sys.stdin.read()
      """, folder("lock"))
    #expect(try files.lock(folder("lock")) == nil)
    Python.stop(process)
    #expect(try files.lock(folder("lock")) != nil)
  }

  @Test func theLockOfADeadProcessDoesNotCount() async throws {
    await #expect(processExitsWith: .signal(9)) { [path = folder("lock") as String] in
      let files = FileOperations(faults: try FaultPlan(parsing: "test.die:1:kill"))
      let lock = try files.lock(path)
      try #require(lock != nil)
      _ = try files.status(of: path, at: "test.die")
    }
    #expect(try folder.everything() == ["lock"])
    #expect(try files.lock(folder("lock")) != nil)
  }

  @Test func aLinkIsNoLockFile() throws {
    try files.createFolder(folder("x"))
    try folder.write("", to: "target")
    #expect(symlink(folder("target"), folder("lock")) == 0)
    #expect(throws: FileError.self) { _ = try files.lock(folder("lock")) }
  }

  @Test func askingWhetherSomebodyHoldsIt() throws {
    #expect(try files.isLocked(folder("lock")) == false)
    #expect(try files.isLocked(folder("lock/below")) == false)
    #expect(try folder.everything() == [])
    try folder.write("text", to: "lock")
    let before = try files.status(of: folder("lock"))
    #expect(try files.isLocked(folder("lock")) == false)
    var held = try files.lock(folder("lock"))
    #expect(held != nil)
    #expect(try files.isLocked(folder("lock")))
    // Asking neither takes the lock nor ends it.
    #expect(try files.isLocked(folder("lock")))
    #expect(try files.lock(folder("lock")) == nil)
    held = nil
    #expect(try Patience.until { try files.isLocked(folder("lock")) == false })
    #expect(try files.status(of: folder("lock")) == before)
    #expect(try folder.everything() == ["lock"])
  }

  @Test(.enabled(if: Python.isPresent)) func askingWhetherAnotherProcessHoldsIt() throws {
    let process = try Python.start(
      """
      import fcntl, sys
      f = open(sys.argv[1], 'w')
      fcntl.lockf(f, fcntl.LOCK_EX)
      print('held', flush=True)
      sys.stdin.read()
      """, folder("lock"))
    defer { Python.stop(process) }
    #expect(try files.isLocked(folder("lock")))
    Python.stop(process)
    #expect(try files.isLocked(folder("lock")) == false)
  }

  @Test func askingIsForFiles() throws {
    let failing = FileOperations(faults: try FaultPlan(parsing: "file.lock:2:fail:EIO"))
    try folder.write("", to: "lock")
    #expect(throws: FileError(operation: "look for a lock of", path: folder("lock"), code: EIO)) {
      try failing.isLocked(folder("lock"))
    }
    #expect(symlink(folder("lock"), folder("link")) == 0)
    #expect(throws: FileError.self) { try files.isLocked(folder("link")) }
    // Nobody writes into it, so that opening it would wait for ever.
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(try files.isLocked(folder("pipe")) == false)
  }
}
