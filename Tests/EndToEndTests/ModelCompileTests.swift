import Foundation
import Testing

@Suite("ModelCommand: compile")
struct ModelCompileTests {
  private func compile(_ model: String, _ output: String, _ more: String..., fault: String? = nil) throws
    -> Program.Run
  {
    try Program.run(
      ["model", "compile", model, "--output", output] + more,
      environment: fault.map { ["IMPORT_LEGACY_FAULT": $0] } ?? [:])
  }

  @Test("A bundle has every version, its hashes, and the current one")
  func bundle() throws {
    let scratch = try Scratch()
    let run = try compile(ModelCommandTests.library, scratch("Library.momd"))
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    #expect(
      try scratch.contents("") == [
        "Library.momd", "Library.momd/Library 2.mom", "Library.momd/Library 3.mom",
        "Library.momd/Library.mom",
        "Library.momd/VersionInfo.plist",
      ])
    for version in Fixture.versions {
      let names = ["--model-version", version]
      let ours = try Program.run(["model", "hash", scratch("Library.momd")] + names)
      let source = try Program.run(["model", "hash", ModelCommandTests.library] + names)
      #expect(ours.status == 0 && ours.output == source.output)
    }
    let current = try Program.run(["model", "show", scratch("Library.momd")])
    #expect(current.output.hasPrefix("Library 3\n"))
    _ = try Program.run(
      [
        "model", "hash", ModelCommandTests.library, "--format", "versioninfo", "--output",
        scratch("Info.plist"),
      ])
    #expect(try scratch.bytes("Info.plist") == scratch.bytes("Library.momd/VersionInfo.plist"))
    // A compiled bundle compiles to itself.
    #expect(try compile(scratch("Library.momd"), scratch("Again.momd/")).status == 0)
    #expect(try scratch.digests("Again.momd") == scratch.digests("Library.momd"))
  }

  @Test("One version; nothing that is there is replaced")
  func version() throws {
    let scratch = try Scratch()
    let place = scratch("One.mom")
    #expect(try compile(ModelCommandTests.library, place, "--model-version", "Library").status == 0)
    let shown = try Program.run(["model", "show", place])
    #expect(shown.status == 0 && shown.output.contains("Label"))
    let bytes = try scratch.bytes("One.mom")
    let again = try compile(ModelCommandTests.library, place)
    #expect(again.status == 64 && again.error.contains("output.exists"))
    try scratch.makeFolder("Here.momd")
    #expect(try compile(ModelCommandTests.library, scratch("Here.momd")).status == 64)
    #expect(try scratch.bytes("One.mom") == bytes && scratch.contents("") == ["Here.momd", "One.mom"])
  }

  @Test("What is not proven is named, all of it, and nothing is written")
  func unproven() throws {
    let scratch = try Scratch()
    let model = try scratch.write(ModelCommandSamples.everything, to: "All.xcdatamodel/contents")
    for output in ["All.momd", "All.mom"] {
      let run = try compile(model, scratch(output))
      #expect(run.status == 3 && run.output.isEmpty)
      #expect(run.error.components(separatedBy: "error[model.compile-unproven]").count > 6)
      for named in [
        "the model: configurations", "Cat.ownerName: a derivation", "Cat.place:", "Owner.name: a pattern",
        "Owner.neighbours: a fetched property", "Cat: a compound index",
      ] { #expect(run.error.contains("All cannot be compiled. \(named)"), "\(named)") }
      // The bundle has hashes too.
      #expect(run.error.contains("plan.hash-unverified") == (output == "All.momd"))
    }
    #expect(try scratch.contents("") == ["All.xcdatamodel", "All.xcdatamodel/contents"])
  }

  @Test("Wrong usage, and models that cannot be read")
  func usage() throws {
    let scratch = try Scratch()
    let library = ModelCommandTests.library
    #expect(try compile(library, scratch("x.plist")).status == 64)
    #expect(try compile(library, scratch("x.momd"), "--model-version", "Library").status == 64)
    #expect(try compile(library, scratch("x.mom"), "--allow", "unverified-hash:Book").status == 64)
    #expect(try compile(library, scratch("x.momd"), "--allow", "unverified-hash:Nobody").status == 64)
    #expect(try compile(library, scratch("x.mom"), "--model-version", "Library 9").status == 64)
    #expect(try compile(scratch("Nowhere"), scratch("x.mom")).status == 4)
    #expect(try compile(library, scratch("no/folder/x.momd")).status == 2)
    try scratch.copy(library, to: "Broken.xcdatamodeld")
    try scratch.write("<model>", to: "Broken.xcdatamodeld/Library 2.xcdatamodel/contents")
    #expect(try compile(scratch("Broken.xcdatamodeld"), scratch("x.momd")).status == 4)
    #expect(try !scratch.contents("").contains { $0.hasPrefix("x.") || $0.hasPrefix(".x.") })
  }

  @Test("A failure of any file call leaves nothing")
  func faults() throws {
    for output in ["x.momd", "x.mom"] {
      var passage = 1
      while true {
        let scratch = try Scratch()
        let run = try compile(
          ModelCommandTests.library, scratch(output), fault: "compile:\(passage):fail:EIO")
        if run.status == 0 { break }
        #expect(run.status == 2 && run.error.contains("file.failed"))
        // Only the sync of the folder comes after the name.
        let left = try scratch.contents("").filter { !$0.contains("/") }
        #expect(left == [] || left == [output], "passage \(passage)")
        passage += 1
        try #require(passage < 200)
      }
      #expect(passage > 5)
    }
  }
}
