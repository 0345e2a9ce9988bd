import Diagnostics
import FileOperations
import Foundation
import StoreProtection
import Testing

struct OutputPlaceTests {
  let fixture: OutputFixture
  let folder: TemporaryFolder
  let files = FileOperations()

  init() throws {
    fixture = try OutputFixture()
    folder = fixture.folder
  }

  private func failure(_ output: String) -> String? {
    OutputFixture.failure { _ = try fixture.open(output) }
  }

  private func run(_ output: String) throws -> Placement { try OutputFixture.run(output, in: folder.path) }

  private static let whole = [
    ".New v2_SUPPORT/", ".New v2_SUPPORT/_EXTERNAL_DATA/", ".New v2_SUPPORT/_EXTERNAL_DATA/A1",
    ".New v2_SUPPORT/_EXTERNAL_DATA/B2", "New v2.sqlite",
  ]

  @Test func aResultIsPutInPlaceWithItsExternalData() throws {
    let placement = try run("out/New v2.sqlite")
    #expect(try fixture.output() == Self.whole)
    #expect(try folder.text("out/New v2.sqlite") == "the result")
    #expect(try folder.text("out/.New v2_SUPPORT/_EXTERNAL_DATA/B2") == "second value")
    #expect(placement.digest == (try files.digest(of: folder("out/New v2.sqlite"))))
    #expect(placement.externalFilesCopied == 2)
    #expect(placement.findings == [])
    #expect(try folder.text("in/.Notes_SUPPORT/_EXTERNAL_DATA/A1") == "first value")
  }

  @Test func whileARunWorksThePlaceIsPrivateAndLocked() throws {
    let place = try fixture.open("out/a.sqlite")
    #expect(place.workFolder == folder("out/.a.sqlite.import-legacy"))
    #expect(place.scratchFolder == folder("out/.a.sqlite.import-legacy/work"))
    #expect(place.existing == nil)
    #expect(try files.status(of: place.workFolder).mode == 0o700)
    #expect(failure("out/a.sqlite") == "output.in-use 8")
    #expect(failure("out/b.sqlite") == nil)
    #expect(place.close() == [])
    #expect(try fixture.output().contains { $0.hasPrefix(".a.sqlite") } == false)
  }

  @Test func whatAKilledRunLeftDoesNotMatter() throws {
    try folder.write("half", to: "out/.New v2.sqlite.import-legacy/work/built.sqlite")
    try folder.write("", to: "out/.New v2.sqlite.import-legacy/lock")
    #expect(chmod(folder("out/.New v2.sqlite.import-legacy"), 0o700) == 0)
    _ = try run("out/New v2.sqlite")
    #expect(try fixture.output() == Self.whole)
  }

  @Test(arguments: [
    ("nowhere/a.sqlite", "output.no-folder 64"), ("in/Notes.sqlite/a", "output.no-folder 64"),
    ("out/", "output.no-name 64"), ("out/..", "output.no-name 64"), ("out", "output.is-a-folder 64"),
    ("in/Notes.sqlite", "output.is-source 64"), ("in/../in/Notes.sqlite", "output.is-source 64"),
    ("in/Notes.sqlite-wal", "output.is-source 64"), ("in/Notes.sqlite-journal", "output.is-source 64"),
    ("in/.Notes_SUPPORT/x.sqlite", "output.is-source 64"),
    ("in/.Notes_SUPPORT/_EXTERNAL_DATA/A1", "output.is-source 64"),
    ("hard.sqlite", "output.is-source 64"), ("soft.sqlite", "output.is-source 64"),
    ("linked/Notes.sqlite", "output.is-source 64"), ("owner", "output.is-source 64"),
    ("taken", "output.work-folder-taken 64"), ("open", "output.work-folder-taken 64"),
  ])
  func whatCannotBeOutput(output: String, expected: String) throws {
    try files.makeLink(from: folder("in/Notes.sqlite"), to: folder("hard.sqlite"))
    // SQLite would take this link for the log of a database called "owner".
    try files.makeLink(from: folder("in/Notes.sqlite"), to: folder("owner-wal"))
    #expect(symlink("in/Notes.sqlite", folder("soft.sqlite")) == 0)
    #expect(symlink("in", folder("linked")) == 0)
    try folder.write("", to: ".taken.import-legacy")
    try files.createFolder(folder(".open.import-legacy"))
    #expect(chmod(folder(".open.import-legacy"), 0o777) == 0)
    let before = try folder.everything()
    #expect(failure(output) == expected)
    #expect(try folder.everything() == before)
  }

  @Test func aLinkToTheSourceIsNoOutputEither() throws {
    #expect(symlink("in/Notes.sqlite", folder("link.sqlite")) == 0)
    let source = try StoreFiles(locating: folder("link.sqlite"), with: files)
    let thrown = OutputFixture.failure {
      _ = try OutputPlace(output: folder("link.sqlite"), source: source, with: files)
    }
    #expect(thrown == "output.is-source 64")
  }

  @Test func whatStandsAtOutputIsToldAndNeverReplaced() throws {
    try folder.write("somebody's", to: "out/a.sqlite")
    let place = try fixture.open("out/a.sqlite")
    #expect(place.existing?.size == 10)
    let built = try OutputFixture.build(in: place)
    #expect(try place.compare(with: built) == .different)
    #expect(OutputFixture.failure { _ = try place.isFinished(as: built) } == "output.exists 64")
    #expect(OutputFixture.failure { _ = try place.place(built) } == "output.exists 64")
    _ = place.close()
    #expect(try fixture.output() == ["a.sqlite"])
    #expect(try folder.text("out/a.sqlite") == "somebody's")
  }

  @Test func theFinishedResultIsRecognised() throws {
    _ = try run("out/a.sqlite")
    let place = try fixture.open("out/a.sqlite")
    let built = try OutputFixture.build(in: place)
    #expect(try place.isFinished(as: built))
    // With a log beside it, the file alone does not tell what SQLite would read.
    try folder.write("", to: "out/a.sqlite-wal")
    #expect(OutputFixture.failure { _ = try place.isFinished(as: built) } == "output.exists 64")
    try files.removeFile(folder("out/a.sqlite-wal"))
    try folder.write("the other.", to: "out/a.sqlite")
    #expect(try place.compare(with: built) == .different)
    try files.removeFile(folder("out/a.sqlite"))
    #expect(try place.isFinished(as: built) == false)
    #expect(symlink("nowhere", folder("out/a.sqlite")) == 0)
    #expect(try place.compare(with: built) == .different)
  }

  @Test func companionsOfAnEarlierLifeAreKeptAndReported() throws {
    for suffix in ["-wal", "-shm", "-journal"] {
      try folder.write("old" + suffix, to: "out/a.sqlite" + suffix)
    }
    try folder.write("older", to: "out/.a.sqlite.import-legacy/earlier/a.sqlite-wal")
    #expect(chmod(folder("out/.a.sqlite.import-legacy"), 0o700) == 0)
    let placement = try run("out/a.sqlite")
    #expect(placement.findings.map(\.id) == [.outputEarlierCompanions])
    #expect(placement.findings.first?.count == 4)
    #expect(placement.findings.first?.summary.contains(".a.sqlite.import-legacy/earlier") == true)
    let kept = ".a.sqlite.import-legacy/"
    #expect(
      try fixture.output().filter { !$0.contains("_SUPPORT") } == [
        kept, kept + "earlier/", kept + "earlier/a.sqlite-journal", kept + "earlier/a.sqlite-shm",
        kept + "earlier/a.sqlite-wal", kept + "earlier/a.sqlite-wal.2", "a.sqlite",
      ])
    #expect(try folder.text("out/" + kept + "earlier/a.sqlite-wal.2") == "old-wal")
  }

  @Test func externalDataThatIsThereAlready() throws {
    try folder.write("first value", to: "out/.a_SUPPORT/_EXTERNAL_DATA/A1")
    try folder.write("a stranger's", to: "out/.a_SUPPORT/_EXTERNAL_DATA/C3")
    #expect(try run("out/a.sqlite").externalFilesCopied == 1)
    #expect(try folder.text("out/.a_SUPPORT/_EXTERNAL_DATA/C3") == "a stranger's")
  }

  @Test(arguments: ["other content", "first valuE"])
  func otherExternalDataOfTheSameNameEndsTheRun(content: String) throws {
    try folder.write(content, to: "out/.a_SUPPORT/_EXTERNAL_DATA/A1")
    let before = try fixture.output()
    #expect(OutputFixture.failure { _ = try run("out/a.sqlite") } == "output.external-exists 64")
    #expect(try fixture.output() == before)
    #expect(try folder.text("out/.a_SUPPORT/_EXTERNAL_DATA/A1") == content)
  }

  @Test func theSourcesOwnExternalFolderIsShared() throws {
    let placement = try run("in/Notes.store")
    #expect(placement.externalFilesCopied == 0)
    #expect(placement.findings.map(\.id) == [.outputExternalShared])
    #expect(try folder.text("in/Notes.store") == "the result")
    #expect(try files.list(folder("in/.Notes_SUPPORT/_EXTERNAL_DATA")).names == ["A1", "B2"])
  }

  @Test(arguments: ["../evil", "", ".", "..", "/abs"]) func aNameThatLeadsElsewhereIsRefused(name: String)
    throws
  {
    let place = try fixture.open("out/a.sqlite")
    let built = try OutputFixture.build(in: place)
    let file = ExternalDataFile(name: name, path: folder("in/.Notes_SUPPORT/_EXTERNAL_DATA/A1"), size: 11)
    #expect(
      OutputFixture.failure { _ = try place.place(built, external: [file]) } == "output.external-name 5")
  }

  @Test func aResultThatStillHasALogIsNotFinished() throws {
    let place = try fixture.open("out/a.sqlite")
    let built = try OutputFixture.build(in: place)
    try files.makeLink(from: built, to: built + "-wal")
    #expect(OutputFixture.failure { _ = try place.place(built) } == "output.unfinished 2")
  }

  @Test func aResultOnAnotherFileSystemIsCopiedAndProven() throws {
    let other = "/dev/shm/file-tests-\(UUID().uuidString).sqlite"
    guard (try? Data("the result".utf8).write(to: URL(fileURLWithPath: other))) != nil,
      try files.status(of: other).device != files.status(of: folder.path).device
    else { return }
    defer { unlink(other) }
    let place = try fixture.open("out/a.sqlite")
    let placement = try place.place(other)
    #expect(placement.digest == (try files.digest(of: other)))
    _ = place.close()
    #expect(try fixture.output() == ["a.sqlite"])
  }
}
