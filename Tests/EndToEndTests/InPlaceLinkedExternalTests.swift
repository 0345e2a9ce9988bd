import Foundation
import Testing

/// A store behind a symbolic link, whose external data lies beside the link: Core Data goes by the name it was given.
@Suite("In place: external data beside a link")
struct InPlaceLinkedExternalTests {
  private static let external = "links/.Library_SUPPORT/_EXTERNAL_DATA"

  private func linked() throws -> Scratch {
    let scratch = try Scratch()
    let folder = Places.fixtures + "/library-external"
    try scratch.copy(folder + "/Library.sqlite", to: "real/Real.sqlite")
    try scratch.copy(folder + "/.Library_SUPPORT", to: "links/.Library_SUPPORT")
    try #require(symlink("../real/Real.sqlite", scratch("links/Library.sqlite")) == 0)
    return scratch
  }

  private func run(_ scratch: Scratch, _ words: String...) throws -> Program.Run {
    try Program.run(
      [
        scratch("links/Library.sqlite"), "--model", Places.fixtures + "/" + Fixture.model, "--model-version",
        "Library 2",
      ]
        + words)
  }

  @Test("Its files are found there, in place and with --output, and a restore puts a lost one back there")
  func found() throws {
    let scratch = try linked()
    let files = try scratch.digests("links")
    let before = try scratch.bytes("real/Real.sqlite")
    let elsewhere = try run(scratch, "--output", scratch("New.sqlite"))
    #expect(elsewhere.status == 0 && !elsewhere.output.contains("external-file-missing"))
    #expect(try scratch.contents(".New_SUPPORT/_EXTERNAL_DATA").count == 2)
    let done = try run(scratch, "--wait", "20")
    #expect(done.status == 0 && !done.output.contains("external-file-missing"), "\(done.output)")
    #expect(done.output.contains("place.symbolic-link"))
    #expect(try scratch.digests("links") == files)

    let lost = try #require(scratch.contents(Self.external).first)
    try scratch.remove(Self.external + "/" + lost)
    let restored = try Program.run([
      "restore", scratch("links/Library.sqlite"), "--copy", "1", "--wait", "20",
    ])
    #expect(restored.status == 0, "\(restored.output)")
    #expect(try scratch.digests("links") == files)
    #expect(try scratch.bytes("real/Real.sqlite") == before)
    #expect(!scratch.exists("real/.Real_SUPPORT") && !scratch.exists("real/.Library_SUPPORT"))
  }

  @Test("A pipe at the journal's name is no journal, and nobody waits for it")
  func pipe() throws {
    let scratch = try linked()
    try scratch.makeFolder("real/.Real.sqlite.import-legacy")
    try #require(chmod(scratch("real/.Real.sqlite.import-legacy"), 0o700) == 0)
    try #require(mkfifo(scratch("real/.Real.sqlite.import-legacy/journal.json"), 0o600) == 0)
    let refused = try run(scratch)
    #expect(refused.status == 7 && refused.output.contains("journal.unreadable"))
  }
}
