import FileOperations
import Foundation
import StoreProtection
import Testing

/// The field cases about companions, `../shared/cases`.
@Suite(.enabled(if: SharedCases.arePresent && Python.isPresent, "needs ../shared"))
struct SnapshotCaseTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  private func take(_ path: String) throws -> Snapshot {
    try Snapshot(of: try StoreFiles(locating: folder(path), with: files), in: folder("work"), with: files)
  }

  private func query(_ sql: String, in snapshot: Snapshot) throws -> String {
    try Python.run(
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall())",
      snapshot.storePath, sql)
  }

  @Test(arguments: [true, false]) func theNewestSavesAreInTheLog(withSharedMemory: Bool) throws {
    try SharedCases.copy("C01/in/store", to: folder("in"))
    if !withSharedMemory {
      #expect(chmod(folder("in"), 0o700) == 0)
      try files.removeFile(folder("in/Notes.sqlite-shm"))
    }
    let snapshot = try take("in/Notes.sqlite")
    #expect(
      snapshot.digest(of: .store)
        == FileDigest(size: 28672, sha256: "852bba32ff07d4563253483ca568c362b0518761cb03328ba06afcbf28b97a20")
    )
    #expect(
      snapshot.digest(of: .writeAheadLog)
        == FileDigest(size: 49472, sha256: "918e05f3cfa771380b2a2e5540f4b52f24f2535ce87ff5c0dcbdd53cdcac2c32")
    )
    #expect(snapshot.findings.map(\.id) == [.sourceUncommittedFrames, .sourceWriteAheadLog])
    #expect(snapshot.writeAheadLog?.validFrames == 10)
    #expect(snapshot.writeAheadLog?.committedFrames == 10)
    #expect(snapshot.writeAheadLog?.uncommittedFrames == 2)
    #expect(
      try query("SELECT Z_PK, ZTITLE FROM ZNOTE ORDER BY Z_PK", in: snapshot)
        == "[(1, 'first'), (2, 'second'), (4, 'fourth')]")
    #expect(try query("SELECT count(*) FROM ZFOLDER", in: snapshot) == "[(3,)]")
    try snapshot.verifySourceUnchanged()
    #expect(try files.list(folder("in")).names.count == (withSharedMemory ? 3 : 2))
  }

  @Test(arguments: ["hot", "cold"]) func theJournal(kind: String) throws {
    try SharedCases.copy("C12/in/\(kind)", to: folder("in"))
    let snapshot = try take("in/Bank.sqlite")
    #expect(snapshot.findings.map(\.id) == (kind == "hot" ? [.sourceHotJournal] : []))
    #expect(snapshot.rollbackJournal?.state == (kind == "hot" ? .hot : .finished))
    #expect(try query("SELECT count(*), sum(ZBALANCE) FROM ZACCOUNT", in: snapshot) == "[(80, 8000)]")
    #expect(try query("PRAGMA integrity_check", in: snapshot) == "[('ok',)]")
    try snapshot.verifySourceUnchanged()
    #expect(try files.list(folder("in")).names == ["Bank.sqlite", "Bank.sqlite-journal"])
  }
}
