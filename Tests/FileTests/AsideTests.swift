import Diagnostics
import FileOperations
import Foundation
import Testing

@testable import StoreProtection

@Suite("Set aside")
struct AsideTests {
  private func expect(
    _ id: DiagnosticID, _ exit: Diagnostics.ExitStatus, _ fixture: AsideFixture,
    sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Void
  ) throws {
    let before = try fixture.state()
    let error = #expect(throws: DiagnosticError.self, sourceLocation: sourceLocation) { try call() }
    #expect(error?.diagnostics.map(\.id) == [id], sourceLocation: sourceLocation)
    #expect(error?.exit == exit, sourceLocation: sourceLocation)
    try #expect(fixture.state() == before, "something was moved", sourceLocation: sourceLocation)
  }

  @Test(
    "There and back: names, bytes, numbers, modes and times as before", arguments: AsideFixture.Kind.allCases)
  func thereAndBack(_ kind: AsideFixture.Kind) throws {
    let fixture = try AsideFixture(kind)
    for _ in 1...2 {
      let result = try fixture.away()
      #expect(result.outcome == .setAside)
      #expect(result.moved.last == "L.sqlite")
      #expect(result.moved.count == (kind == .full ? 7 : kind == .emptyWithLog ? 2 : 1))
      #expect(result.isReadable == (kind == .full || kind == .alone))
      let readability: DiagnosticID =
        switch kind {
        case .full, .alone: .setAsideReadable
        case .empty, .emptyWithLog: .storeEmpty
        case .text: .storeNotSQLite
        }
      #expect(result.findings.map(\.id) == [.setAsideDone, readability])
      #expect(result.findings.allSatisfy { $0.severity == .note })
      try fixture.checkAway("\(kind)")
      #expect(try fixture.scratch.text(#require(result.folder) + "/set-aside.json").contains("L.sqlite"))

      let again = try fixture.away()
      #expect(again.outcome == .nothingToDo && again.folder == result.folder)
      #expect(again.findings.map(\.id) == [.setAsideNothingToDo])
      try fixture.checkAway("\(kind)")

      let back = try fixture.back()
      #expect(back.outcome == .broughtBack && back.folder == result.folder)
      #expect(back.findings.map(\.id) == [.setAsideUndone])
      try fixture.checkBefore("\(kind)")
      #expect(try fixture.back().outcome == .nothingToDo)
      try fixture.checkBefore("\(kind)")
    }
  }

  @Test("An app has made a new store: no undo, but that is set aside too, and each can come back")
  func newStore() throws {
    let fixture = try AsideFixture(.full)
    let first = try #require(try fixture.away().folder)
    try fixture.scratch.write("new", to: "L.sqlite")
    try expect(.setAsideNameTaken, .inUse, fixture) { try fixture.back() }
    let second = try #require(try fixture.away().folder)
    #expect(try Set(fixture.folders()) == [first, second])
    #expect(try fixture.own() == [])
    // The newest first.
    #expect(try fixture.back().folder == second)
    #expect(try fixture.scratch.text("L.sqlite") == "new")
    let third = try #require(try fixture.away().folder)
    #expect(try fixture.back(folder: first).folder == first)
    #expect(try fixture.scratch.text(third + "/L.sqlite") == "new")
    try FileManager.default.removeItem(atPath: fixture.scratch(third))
    try fixture.checkBefore("first")
    try expect(.setAsideNone, .usage, fixture) { try fixture.back(folder: first) }
  }

  @Test("More than one of the same second are told apart, and the newest is known")
  func names() throws {
    let names = (1...11).map { AsideFolder.name(at: 1_796_033_472, attempt: $0) }
    #expect(names[0] == "failed-open-20261130T101112Z" && names[9] == "failed-open-20261130T101112Z-10")
    let fixture = try AsideFixture(.alone)
    let list = AsideList(store: "L.sqlite", entries: []).bytes
    for name in names.shuffled() { try fixture.scratch.write(list, to: name + "/set-aside.json") }
    let found = try AsideFolder.all(of: fixture.path, with: FileOperations())
    #expect(found.map(\.name) == names)
    // They hold nothing, and go.
    let away = try #require(try fixture.away().folder)
    #expect(try fixture.folders() == [away])
    try fixture.back()
    try fixture.checkBefore("names")
  }

  @Test(
    "A log of somebody else at its name: the store may not come back beside it",
    arguments: ["-wal", "-journal", "-shm"])
  func foreignCompanion(_ suffix: String) throws {
    let fixture = try AsideFixture(.alone)
    try fixture.away()
    try fixture.scratch.write("somebody's", to: "L.sqlite" + suffix)
    try expect(.setAsideNameTaken, .inUse, fixture) { try fixture.back() }
  }

  @Test("What was changed in the folder, or taken out of it, is not brought back")
  func changedInFolder() throws {
    for change in ["changed", "same size", "gone", "new log"] {
      let fixture = try AsideFixture(.full)
      let folder = try #require(try fixture.away().folder)
      switch change {
      case "changed": try fixture.scratch.write("other", to: folder + "/L.sqlite")
      case "same size": try fixture.scratch.write("LOG", to: folder + "/L.sqlite-wal")
      case "gone": try FileManager.default.removeItem(atPath: fixture.scratch(folder + "/L.sqlite-wal"))
      default:
        let other = try AsideFixture(.alone)
        let folder = try #require(try other.away().folder)
        try other.scratch.write("log", to: folder + "/L.sqlite-wal")
        try expect(.setAsideChanged, .inUse, other) { try other.back() }
        continue
      }
      try expect(.setAsideChanged, .inUse, fixture) { try fixture.back() }
    }
  }

  @Test("A folder that was copied to another disk and back is known by its digests")
  func byDigest() throws {
    let fixture = try AsideFixture(.full)
    let folder = try #require(try fixture.away().folder)
    for name in ["L.sqlite", "L.sqlite-wal"] {
      try fixture.scratch.write(try fixture.scratch.bytes(folder + "/" + name), to: folder + "/" + name)
    }
    #expect(try fixture.back().outcome == .broughtBack)
    #expect(try fixture.scratch.bytes("L.sqlite") == Stores.bytes())
    #expect(try fixture.folders() == [])
  }

  @Test("Without its list nobody can say what the files are")
  func noList() throws {
    for text in [nil, "", "{", "{\"formatVersion\": 2}"] {
      let fixture = try AsideFixture(.full)
      let folder = try #require(try fixture.away().folder)
      if let text {
        try fixture.scratch.write(text, to: folder + "/set-aside.json")
      } else {
        try FileManager.default.removeItem(atPath: fixture.scratch(folder + "/set-aside.json"))
      }
      try expect(.setAsideListUnreadable, .originalNotProven, fixture) { try fixture.back() }
      let status = try StoreStatus(
        of: StoreAddress(fixture.path, with: FileOperations()), with: FileOperations())
      #expect(status.aside.map(\.folder) == [folder] && status.aside.first?.isComplete == nil)
      #expect(status.state == .setAside)
    }
  }

  @Test("What somebody put into the folder stays there")
  func strangers() throws {
    let fixture = try AsideFixture(.alone)
    let folder = try #require(try fixture.away().folder)
    try fixture.scratch.write("notes", to: folder + "/notes.txt")
    try fixture.back()
    #expect(try fixture.scratch.text(folder + "/notes.txt") == "notes")
    #expect(try !fixture.scratch.everything().contains(folder + "/set-aside.json"))
    #expect(try fixture.back().outcome == .nothingToDo)
  }

  @Test("What is not there, and what is no file")
  func nothing() throws {
    let fixture = try AsideFixture(.alone)
    let files = FileOperations()
    for name in ["none.sqlite", "M", "nowhere/L.sqlite"] {
      let command = try SetAside(fixture.scratch(name), wait: 0, with: files)
      try expect(.storeNotFound, .notRecognised, fixture) { _ = try command.away() }
      try expect(.setAsideNone, .notRecognised, fixture) { _ = try command.back(nil) }
    }
    let list = try SetAside(
      fixture.scratch.write("a store", to: AsideList.fileName), wait: AsideFixture.patience, with: files)
    try expect(.fileFailed, .failure, fixture) { _ = try list.away() }
    let command = try SetAside(fixture.scratch(".M_SUPPORT"), wait: 0, with: files)
    try expect(.storeIsAFolder, .notRecognised, fixture) { _ = try command.away() }
  }

  @Test("External data that another store goes by too stays")
  func sharedExternalData() throws {
    let fixture = try AsideFixture(.full)
    try fixture.scratch.write(Stores.bytes(), to: "L.store")
    let result = try fixture.away()
    #expect(result.findings.map(\.id).contains(.setAsideExternalStays))
    #expect(!result.moved.contains(".L_SUPPORT"))
    #expect(try fixture.scratch.text(".L_SUPPORT/_EXTERNAL_DATA/A") == "external")
    try fixture.back()
    try FileManager.default.removeItem(atPath: fixture.scratch("L.store"))
    try fixture.checkBefore("shared")
  }

  @Test("Somebody wrote to the store after it lost its log: both are kept, in folders of their own")
  func writtenInBetween() throws {
    let fixture = try AsideFixture(.full)
    #expect(throws: DiagnosticError.self) { try fixture.away("aside.move:2+:fail:EIO") }
    let first = try #require(fixture.folders().first)
    try fixture.scratch.write(Stores.bytes(pages: 2), to: "L.sqlite")
    try expect(.setAsideChanged, .inUse, fixture) { try fixture.back() }
    let second = try #require(try fixture.away().folder)
    #expect(first != second)
    #expect(try fixture.scratch.text(first + "/L.sqlite-wal") == "log")
    #expect(try fixture.back().folder == second)
    #expect(try fixture.scratch.bytes("L.sqlite") == Stores.bytes(pages: 2))
  }

  @Test("A link to a store: the file it leads to is moved, the link stays")
  func link() throws {
    let fixture = try AsideFixture(.full)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.scratch("Link.sqlite"), withDestinationPath: fixture.path)
    let link = fixture.scratch("Link.sqlite")
    let command = try SetAside(link, wait: AsideFixture.patience, with: FileOperations())
    #expect(try command.away().findings.map(\.id).contains(.placeLinked))
    #expect(try fixture.own() == [])
    let back = try SetAside(link, wait: AsideFixture.patience, with: FileOperations())
    #expect(try back.back(nil).outcome == .broughtBack)
    try FileManager.default.removeItem(atPath: link)
    try fixture.checkBefore("link")
  }

  @Test("Somebody has the store open, at its name or in the folder", .enabled(if: Python.isPresent))
  func inUse() throws {
    let fixture = try AsideFixture(.full)
    for isAway in [false, true] {
      let folder = isAway ? try fixture.away().folder ?? "" : "."
      let process = try Python.start(
        "import sys; f = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()",
        fixture.scratch(folder + "/L.sqlite"))
      defer { Python.stop(process) }
      let command = try SetAside(fixture.path, wait: 0, with: FileOperations())
      try expect(.storeInUse, .inUse, fixture) { _ = try isAway ? command.back(nil) : command.away() }
    }
    try fixture.back()
    try fixture.checkBefore("in use")
  }
}
