import Diagnostics
import FileOperations
import Foundation
import StoreProtection
import Testing

struct StoreFilesTests {
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("Notes.sqlite", ".Notes_SUPPORT"), ("default.store", ".default_SUPPORT"),
    ("My.Old Notes.v2.sqlite", ".My.Old Notes.v2_SUPPORT"), ("Bücher 📚.storedata", ".Bücher 📚_SUPPORT"),
    ("store", ".store_SUPPORT"),
  ])
  func everythingAroundAStore(name: String, support: String) throws {
    let path = try folder.write(Stores.bytes(), to: name)
    try folder.write("w", to: name + "-wal")
    try folder.write("sh", to: name + "-shm")
    try folder.write("jou", to: name + "-journal")
    try folder.write("22", to: support + "/_EXTERNAL_DATA/B2")
    try folder.write("1", to: support + "/_EXTERNAL_DATA/A1")
    try folder.write("", to: support + "/_EXTERNAL_DATA/folder/x")
    try folder.write("", to: ".\(name).migrationdestination_0a1b")
    try folder.write("", to: ".other.migrationdestination_0a1b")
    try folder.write("", to: name + "~")
    try folder.write("", to: "other~")
    try folder.write("", to: ".\(support)_transsrc_0a1b/_EXTERNAL_DATA/A")
    try folder.write("", to: "..other_SUPPORT_transsrc_0a1b/_EXTERNAL_DATA/A")
    let before = try folder.everything()

    let found = try StoreFiles(locating: path, with: files)
    #expect(found.store.path == path)
    #expect(!found.isLinked)
    #expect(found.store.status.size == 4096)
    #expect(found.writeAheadLog?.status.size == 1)
    #expect(found.sharedMemory?.status.size == 2)
    #expect(found.rollbackJournal?.status.size == 3)
    #expect(found.all.map(\.role) == [.store, .writeAheadLog, .rollbackJournal, .sharedMemory])
    #expect(found.externalData?.path == folder(support + "/_EXTERNAL_DATA"))
    #expect(found.externalData?.files.map(\.name) == ["A1", "B2"])
    #expect(found.externalData?.files.map(\.size) == [1, 2])
    #expect(found.externalData?.strangers == 1)
    #expect(
      Set(found.leftovers)
        == [
          folder(".\(name).migrationdestination_0a1b"), folder(".\(support)_transsrc_0a1b"),
          folder(name + "~"),
        ])
    #expect(found.header.pageSize == 4096)
    #expect(try folder.everything() == before)
  }

  @Test func aStoreAlone() throws {
    let found = try StoreFiles(locating: folder.write(Stores.bytes(), to: "a.sqlite"), with: files)
    #expect(found.all.count == 1)
    #expect(found.externalData == nil)
    #expect(found.leftovers == [])
  }

  @Test func aLinkLeadsToTheRealFileAndItsCompanions() throws {
    try folder.write(Stores.bytes(), to: "real/Real.sqlite")
    try folder.write("12", to: "real/Real.sqlite-wal")
    try folder.write("1", to: "real/.Real_SUPPORT/_EXTERNAL_DATA/A")
    try FileManager.default.createSymbolicLink(atPath: folder("hop"), withDestinationPath: "real/Real.sqlite")
    try FileManager.default.createSymbolicLink(atPath: folder("link.sqlite"), withDestinationPath: "hop")
    let found = try StoreFiles(locating: folder("link.sqlite"), with: files)
    #expect(found.requestedPath == folder("link.sqlite"))
    #expect(found.isLinked)
    #expect(found.store.path == folder("real/Real.sqlite"))
    #expect(found.writeAheadLog?.path == folder("real/Real.sqlite-wal"))
    #expect(found.externalData?.files.map(\.name) == ["A"])
  }

  @Test func aLinkMayHaveTheExternalData() throws {
    try folder.write(Stores.bytes(), to: "real/Real.sqlite")
    try folder.write("1", to: ".link_SUPPORT/_EXTERNAL_DATA/A")
    try FileManager.default.createSymbolicLink(
      atPath: folder("link.sqlite"), withDestinationPath: "real/Real.sqlite")
    let found = try StoreFiles(locating: folder("link.sqlite"), with: files)
    #expect(found.externalData?.path == folder(".link_SUPPORT/_EXTERNAL_DATA"))
  }

  @Test(arguments: [
    ("nothing", StoreFilesError.notFound, "store.not-found", Diagnostics.ExitStatus.notRecognised),
    ("file/below", .notFound, "store.not-found", .notRecognised),
    ("link-to-nothing", .linkToNothing, "store.not-found", .notRecognised),
    ("folder", .isAFolder, "store.is-a-folder", .notRecognised),
    ("pipe", .notAFile, "store.not-a-file", .notRecognised),
    ("empty", .empty(hasLog: false), "store.empty", .notRecognised),
    ("empty-with-log", .empty(hasLog: true), "store.empty", .notRecognised),
    ("file", .notSQLite, "store.not-sqlite", .notRecognised),
    ("xml", .isXMLStore, "store.is-xml-store", .notRecognised),
    ("xml2", .isXMLStore, "store.is-xml-store", .notRecognised),
    ("binary", .isBinaryStore, "store.is-binary-store", .notRecognised),
    ("short", .cutShort, "store.cut-short", .damaged),
    ("very-short", .cutShort, "store.cut-short", .damaged),
    ("page-size", .damagedHeader, "store.damaged-header", .damaged),
    ("log-is-folder", .companionNotAFile(.writeAheadLog), "store.companion-not-a-file", .damaged),
  ])
  func whatIsNoStore(name: String, error: StoreFilesError, id: String, exit: Diagnostics.ExitStatus) throws {
    try folder.write("", to: "folder/x")
    try folder.write("", to: "empty")
    try folder.write("", to: "empty-with-log")
    try folder.write("log", to: "empty-with-log-wal")
    try folder.write("just a text", to: "file")
    try folder.write("\u{feff}\n<?xml version=\"1.0\"?><database/>", to: "xml")
    try folder.write("<database>", to: "xml2")
    try folder.write("bplist00" + String(repeating: "x", count: 200), to: "binary")
    try folder.write(Array(Stores.bytes().prefix(99)), to: "short")
    try folder.write(Array(Stores.bytes().prefix(10)), to: "very-short")
    var bytes = Stores.bytes()
    bytes[17] = 3
    try folder.write(bytes, to: "page-size")
    try folder.write(Stores.bytes(), to: "log-is-folder")
    try folder.write("", to: "log-is-folder-wal/x")
    try FileManager.default.createSymbolicLink(atPath: folder("link-to-nothing"), withDestinationPath: "x")
    #expect(mkfifo(folder("pipe"), 0o600) == 0)

    let thrown = #expect(throws: StoreFilesError.self) { try StoreFiles(locating: folder(name), with: files) }
    #expect(thrown == error)
    #expect(thrown?.diagnostic.id.rawValue == id)
    #expect(thrown?.exitStatus == exit)
    #expect(thrown?.diagnostic.summary.isEmpty == false)
    #expect(thrown?.diagnostic.recovery.isEmpty == false)
  }

  @Test func whatCannotBeReadIsAFailure() throws {
    let path = try folder.write(Stores.bytes(), to: "a.sqlite")
    let files = FileOperations(faults: try FaultPlan(parsing: "store.open:1:fail:EACCES"))
    let thrown = #expect(throws: StoreFilesError.self) { try StoreFiles(locating: path, with: files) }
    #expect(thrown == .unreadable(FileError(operation: "open", path: path, code: 13)))
    #expect(thrown?.exitStatus == .failure)
    #expect(thrown?.diagnostic.summary.contains("Permission denied") == true)
  }
}
