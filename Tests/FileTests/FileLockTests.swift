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
}
