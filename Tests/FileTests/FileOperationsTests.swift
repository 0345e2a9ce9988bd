import Digests
import FileOperations
import Foundation
import Testing

struct FileOperationsTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  /// More than two pieces of a copy, and no whole number of them.
  private let content = (0..<2_500_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test func anErrorSaysWhatWhereAndWhy() {
    let error = FileError(operation: "open", path: "/no/such", code: 2)
    #expect(error.description == "Cannot open /no/such: No such file or directory.")
    #expect(throws: error) { _ = try files.openToRead("/no/such") }
  }

  @Test(arguments: ["", "file.copy:2:short", "file.copy:3:short,file.read:1:short", "file.copy:2:fail:EINTR"])
  func copyingHashesWhatItWrites(faults: String) throws {
    let files = FileOperations(faults: faults.isEmpty ? nil : try FaultPlan(parsing: faults))
    let source = try folder.write(content, to: "a")
    let digest = try files.copyHashing(from: source, to: folder("b"))
    #expect(digest == FileDigest(size: 2_500_001, sha256: sha256(content).hexadecimalText))
    #expect(try folder.bytes("b") == content)
    #expect(try files.digest(of: folder("b")) == digest)
    #expect(try files.status(of: folder("b")).mode == 0o600)
  }

  @Test func aCopyThatFailsLeavesNothing() throws {
    let source = try folder.write(content, to: "a")
    for passage in 2...3 {
      let files = FileOperations(faults: try FaultPlan(parsing: "file.copy:\(passage):fail:ENOSPC"))
      #expect(throws: FileError(operation: "write", path: folder("b"), code: 28)) {
        try files.copyHashing(from: source, to: folder("b"))
      }
      #expect(try folder.everything() == ["a"])
    }
  }

  @Test func aCopyNeverReplaces() throws {
    let source = try folder.write("new", to: "a")
    let standing = try folder.write("old", to: "b")
    #expect(throws: FileError(operation: "create", path: standing, code: 17)) {
      try files.copyHashing(from: source, to: standing)
    }
    #expect(throws: FileError.self) { try files.copy(from: source, to: standing) }
    #expect(try folder.text("b") == "old")
  }

  /// Passages: create, clone, then ranges inside the kernel, then writes.
  @Test(arguments: [
    "", "file.copy:2:fail:ENOTSUP", "file.copy:2:fail:ENOTSUP,file.copy:3:short",
    "file.copy:2:fail:ENOTSUP,file.copy:3:fail:ENOSYS",
  ])
  func everyWayOfCopyingGivesTheSameBytes(faults: String) throws {
    let files = FileOperations(faults: faults.isEmpty ? nil : try FaultPlan(parsing: faults))
    let source = try folder.write(content, to: "a")
    try files.copy(from: source, to: folder("b"))
    #expect(try folder.bytes("b") == content)
    try folder.write("", to: "empty")
    try files.copy(from: folder("empty"), to: folder("empty copy"))
    #expect(try folder.bytes("empty copy").isEmpty)
  }

  @Test func readsBytesFromAPlace() throws {
    let file = try files.openToRead(folder.write("0123456789", to: "a"))
    #expect(try files.readBytes(from: file, offset: 3, count: 4) == Array("3456".utf8))
    #expect(try files.readBytes(from: file, offset: 8, count: 4) == Array("89".utf8))
    #expect(try files.readBytes(from: file, offset: 20, count: 4) == [])
    #expect(try files.readAll(folder("a")) == Array("0123456789".utf8))
  }

  @Test func shortReadsAreGoneOnWith() throws {
    let path = try folder.write("0123456789", to: "a")
    let files = FileOperations(faults: try FaultPlan(parsing: "file.read:1:short,file.read:2:short"))
    let file = try files.openToRead(path)
    #expect(try files.readBytes(from: file, offset: 0, count: 10) == Array("0123456789".utf8))
    #expect(files.faults?.faults == 2)
  }

  @Test func aFileIsReplacedInOneStep() throws {
    try folder.write("old", to: "a")
    try files.replaceFile(folder("a"), with: Array("new".utf8))
    #expect(try folder.text("a") == "new")
    var passage = 1
    while true {
      let files = FileOperations(faults: try FaultPlan(parsing: "file.write:\(passage):fail:EIO"))
      do {
        try files.replaceFile(folder("a"), with: Array("newer".utf8))
      } catch {
        // Only the last step, synchronising the folder, comes after the rename.
        let text = try folder.text("a")
        #expect(["new", "newer"].contains(text))
        #expect(try folder.everything() == ["a"])
        passage += 1
        continue
      }
      break
    }
    #expect(passage > 5)
    #expect(try folder.text("a") == "newer")
  }

  @Test func renamingWithoutReplacing() throws {
    try folder.write("1", to: "a")
    try folder.write("2", to: "b")
    #expect(throws: FileError(operation: "put in place", path: folder("b"), code: 17)) {
      try files.moveWithoutReplacing(folder("a"), to: folder("b"))
    }
    #expect(try folder.text("b") == "2")
    try files.moveWithoutReplacing(folder("a"), to: folder("c"))
    #expect(try folder.everything() == ["b", "c"])
    try files.move(folder("c"), to: folder("b"))
    #expect(try folder.text("b") == "1")
  }

  @Test func renamingWithoutReplacingByLinks() throws {
    let files = FileOperations(
      faults: try FaultPlan(parsing: "file.rename:1:fail:ENOSYS,file.rename:3:fail:EINVAL"))
    try folder.write("1", to: "a")
    try folder.write("2", to: "b")
    #expect(throws: FileError(operation: "link", path: folder("b"), code: 17)) {
      try files.moveWithoutReplacing(folder("a"), to: folder("b"))
    }
    #expect(try folder.text("a") == "1")
    try files.moveWithoutReplacing(folder("a"), to: folder("c"))
    #expect(files.faults?.faults == 2)
    #expect(try folder.everything() == ["b", "c"])
    #expect(try files.status(of: folder("c")).linkCount == 1)
  }

  @Test func exchangingNames() throws {
    let first = try files.status(of: folder.write("1", to: "a"))
    try folder.write("2", to: "b")
    try files.exchange(folder("a"), with: folder("b"))
    #expect(try folder.text("a") == "2")
    #expect(try folder.text("b") == "1")
    #expect(try files.status(of: folder("b")).inode == first.inode)
    #expect(throws: FileError.self) { try files.exchange(folder("a"), with: folder("c")) }
  }

  @Test func statusTellsKindsAndLinks() throws {
    try folder.write("12345", to: "a")
    try files.makeLink(from: folder("a"), to: folder("hard"))
    try FileManager.default.createSymbolicLink(atPath: folder("soft"), withDestinationPath: "a")
    try FileManager.default.createSymbolicLink(atPath: folder("nowhere"), withDestinationPath: "x")
    let status = try files.status(of: folder("a"))
    #expect(status.kind == .regular)
    #expect(status.size == 5)
    #expect(status.linkCount == 2)
    #expect(status.modified > 1_600_000_000_000_000_000)
    #expect(try files.status(of: folder("hard")).isSameFile(as: status))
    #expect(try files.linkStatus(of: folder("soft")).kind == .symbolicLink)
    #expect(try files.status(of: folder("soft")) == status)
    #expect(try files.statusIfPresent(of: folder("nowhere")) == nil)
    #expect(try files.linkStatusIfPresent(of: folder("nowhere"))?.kind == .symbolicLink)
    #expect(try files.statusIfPresent(of: folder("a/b")) == nil)
    #expect(try files.status(of: folder.path).kind == .folder)
    #expect(try files.status(of: "/dev/null").kind == .other)
    #expect(try files.realPath(of: folder("soft")) == folder("a"))
    #expect(try files.freeSpace(at: folder.path) > 0)
  }

  @Test func aFolderIsListedInTheOrderOfItsBytes() throws {
    for name in ["ä", "a", "B", ".hidden", "e\u{301}", "\u{e9}", "two words"] {
      try folder.write("", to: name)
    }
    #expect(
      try files.list(folder.path).names.map { Array($0.utf8) }
        == [".hidden", "B", "a", "e\u{301}", "two words", "ä", "\u{e9}"].map { Array($0.utf8) })
    // No String can name this one: a byte that UTF-8 does not have.
    let raw = (Array(folder.path.utf8) + [0x2f, 0xff, 0]).map { CChar(bitPattern: $0) }
    #expect(mkdir(raw, 0o700) == 0)
    #expect(try files.list(folder.path).undecodable == 1)
  }

  @Test func aTreeIsRemovedAndLinksInItAreNotFollowed() throws {
    try folder.write("keep", to: "outside/a")
    try folder.write("", to: "tree/x/y/z")
    try FileManager.default.createSymbolicLink(
      atPath: folder("tree/x/link"), withDestinationPath: folder("outside"))
    try files.removeTree(folder("tree"))
    try files.removeTree(folder("tree"))
    #expect(try folder.everything() == ["outside/", "outside/a"])
  }

  @Test func cutting() throws {
    try folder.write("0123456789", to: "a")
    try files.cut(folder("a"), to: 4)
    #expect(try folder.text("a") == "0123")
  }
}
