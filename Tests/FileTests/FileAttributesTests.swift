import FileOperations
import Foundation
import Testing

struct FileAttributesTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  /// Another program gives the attribute; `false` where the file system has none.
  private func give(_ name: String, _ value: String, to path: String) throws -> Bool {
    try Python.run(
      """
      import errno, os, sys
      try: os.setxattr(sys.argv[1], sys.argv[2], os.fsencode(sys.argv[3])); print('given')
      except OSError as e:
        if e.errno != errno.ENOTSUP: raise
      """, path, name, value) == "given"
  }

  @Test(.enabled(if: Python.isPresent)) func goFromOneFileToAnother() throws {
    let source = try folder.write("a", to: "a")
    let target = try folder.write("b", to: "b")
    #expect(chmod(source, 0o640) == 0 && chmod(target, 0o600) == 0)
    let isGiven = try give("user.note", "grün", to: source)
    let attributes = try files.attributes(of: source)
    #expect(attributes.mode == 0o640)
    #expect(attributes.owner == geteuid())
    #expect(attributes.extended["user.note"] == (isGiven ? Array("grün".utf8) : nil))
    #expect(try attributes.modified == files.status(of: source).modified)
    #expect(try attributes.group == files.status(of: source).group)

    try files.setModified(target, to: 1_000_000_000_000_000_001)
    #expect(try files.apply(attributes, to: target) == [])
    #expect(try folder.text("b") == "b")
    var applied = try files.attributes(of: target)
    #expect(applied.modified == 1_000_000_000_000_000_001)
    applied.modified = attributes.modified
    #expect(applied == attributes)
    if isGiven {
      let read = try Python.run(
        "import os, sys; print(os.getxattr(sys.argv[1], 'user.note').hex())", target)
      #expect(read == "6772c3bc6e")
    }
  }

  @Test(.enabled(if: Python.isPresent)) func whatTheOtherFileHasBesidesStays() throws {
    let source = try folder.write("", to: "a")
    let target = try folder.write("", to: "b")
    guard try give("user.b", "1", to: target), try give("user.a", "", to: source) else { return }
    let attributes = try files.attributes(of: source)
    #expect(attributes.extended["user.a"] == [])
    #expect(try files.apply(attributes, to: target) == [])
    #expect(try files.attributes(of: target).extended["user.a"] == [])
    #expect(try files.attributes(of: target).extended["user.b"] == [0x31])
  }

  @Test func aLinkIsFollowed() throws {
    let path = try folder.write("a", to: "a")
    #expect(chmod(path, 0o604) == 0)
    #expect(symlink(path, folder("link")) == 0)
    var attributes = try files.attributes(of: folder("link"))
    #expect(attributes.mode == 0o604)
    attributes.mode = 0o611
    #expect(try files.apply(attributes, to: folder("link")) == [])
    #expect(try files.status(of: path).mode == 0o611)
    try files.setModified(folder("link"), to: 5)
    #expect(try files.status(of: path).modified == 5)
  }

  /// The set-id bit would be lost if the mode came before the owner.
  @Test(.enabled(if: geteuid() == 0)) func theOwnerComesBeforeTheMode() throws {
    let path = try folder.write("a", to: "a")
    let attributes = FileAttributes(mode: 0o4755, owner: 12345, group: 23456, extended: [:], modified: 0)
    #expect(try files.apply(attributes, to: path) == [])
    let status = try files.status(of: path)
    #expect(status.mode == 0o4755 && status.owner == 12345 && status.group == 23456)
    #expect(status.modified > 1_600_000_000_000_000_000)
  }

  /// Passages: look, change the mode, the attributes in order.
  @Test func anOwnerThatIsRightIsNotGivenAgain() throws {
    let path = try folder.write("a", to: "a")
    var attributes = try files.attributes(of: path)
    attributes.extended = [:]
    let counting = FileOperations(faults: FaultPlan(rules: []))
    _ = try counting.apply(attributes, to: path, at: "test.apply")
    #expect(counting.faults?.passages(of: "test.apply") == 2)
    attributes.group += 1
    let failing = FileOperations(faults: try FaultPlan(parsing: "test.apply:2:fail:EPERM"))
    #expect(throws: FileError(operation: "change the owner of", path: path, code: EPERM)) {
      try failing.apply(attributes, to: path, at: "test.apply")
    }
  }

  @Test(arguments: [
    ("ENOTSUP", ["security.x", "trusted.x", "user.x"]), ("EPERM", ["security.x", "trusted.x", "user.x"]),
    ("EACCES", ["security.x", "trusted.x"]),
  ])
  func whatIsRefusedIsNamed(code: String, names: [String]) throws {
    let path = try folder.write("a", to: "a")
    var attributes = try files.attributes(of: path)
    attributes.extended = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, [1]) })
    let failing = FileOperations(faults: try FaultPlan(parsing: "file.write:3+:fail:\(code)"))
    #expect(try failing.apply(attributes, to: path) == names)
    #expect(failing.faults?.faults == names.count)
  }

  @Test(arguments: ["EACCES", "ENOSPC", "EIO"]) func otherFailuresAreFailures(code: String) throws {
    let path = try folder.write("a", to: "a")
    var attributes = try files.attributes(of: path)
    attributes.extended = ["user.x": [1]]
    let failing = FileOperations(faults: try FaultPlan(parsing: "file.write:3:fail:\(code)"))
    let thrown = #expect(throws: FileError.self) { try failing.apply(attributes, to: path) }
    #expect(thrown?.operation == "give an attribute to" && thrown?.path == path)
  }

  @Test func aFileSystemWithoutAttributes() throws {
    let path = try folder.write("a", to: "a")
    let failing = FileOperations(faults: try FaultPlan(parsing: "test.look:2:fail:ENOTSUP"))
    #expect(try failing.attributes(of: path, at: "test.look").extended == [:])
    #expect(failing.faults?.faults == 1)
    let broken = FileOperations(faults: try FaultPlan(parsing: "test.look:2:fail:EIO"))
    #expect(throws: FileError.self) { try broken.attributes(of: path, at: "test.look") }
    #expect(throws: FileError.self) { try files.attributes(of: folder("nowhere")) }
  }

  @Test(arguments: [0, 1_795_169_472_123_456_789, -1, -1_000_000_000, -2_500_000_000] as [Int64])
  func theTimeIsSetToTheNanosecond(nanoseconds: Int64) throws {
    let path = try folder.write("a", to: "a")
    var before = stat()
    #expect(stat(path, &before) == 0)
    try files.setModified(path, to: nanoseconds)
    #expect(try files.status(of: path).modified == nanoseconds)
    var after = stat()
    #expect(stat(path, &after) == 0)
    #expect(after.st_atim.tv_sec == before.st_atim.tv_sec && after.st_atim.tv_nsec == before.st_atim.tv_nsec)
    #expect(throws: FileError(operation: "set the time of", path: folder("nowhere"), code: ENOENT)) {
      try files.setModified(folder("nowhere"), to: nanoseconds)
    }
  }
}
