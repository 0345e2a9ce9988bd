import Foundation
import Testing

@Suite("ModelCommand: VersionInfo.plist")
struct ModelCommandHashTests {
  private static let hashesKey = "NSManagedObjectModel_VersionHashes"
  private static let checksumsKey = "NSManagedObjectModel_VersionChecksums"
  private static let currentKey = "NSManagedObjectModel_CurrentVersionName"

  private func write(_ model: String, to path: String, _ more: [String] = []) throws -> Program.Run {
    try Program.run(["model", "hash", model, "--format", "versioninfo", "--output", path] + more)
  }

  /// Writes it, with the consents that the first attempt asks for.
  private func info(_ model: String) throws -> [String: Any] {
    let scratch = try Scratch()
    let refused = try write(model, to: scratch("Out.plist"))
    if refused.status == 3 {
      #expect(!scratch.exists("Out.plist"))
      let entities = refused.error.matches(of: /--allow (unverified-hash:\w+)/).map { String($0.1) }
      #expect(refused.error.contains("plan.hash-unverified") && !entities.isEmpty)
      let allowed = try write(model, to: scratch("Out.plist"), entities.flatMap { ["--allow", $0] })
      #expect(allowed.status == 0, "\(allowed.error)")
    } else {
      #expect(refused.status == 0, "\(refused.error)")
    }
    #expect(try scratch.contents("") == ["Out.plist"])
    #expect(try scratch.bytes("Out.plist").starts(with: Array("bplist00".utf8)))
    return try CorpusBundles.versionInfo(scratch("Out.plist"))
  }

  @Test("Of compiled bundles: what the compiler wrote", .enabled(if: CorpusBundles.isPresent))
  func compiledBundles() throws {
    var (bundles, checksums) = (0, 0)
    for name in CorpusBundles.compiled {
      let bundle = CorpusBundles.root + "/" + name
      let files = try FileManager.default.contentsOfDirectory(atPath: bundle)
      guard files.contains(where: { $0.hasSuffix(".mom") }) else { continue }
      let real = try CorpusBundles.versionInfo(bundle + "/VersionInfo.plist")
      let ours = try info(bundle)
      bundles += 1
      #expect(ours[Self.hashesKey] as? NSDictionary == real[Self.hashesKey] as? NSDictionary, "\(name)")
      #expect(ours[Self.currentKey] as? String == real[Self.currentKey] as? String, "\(name)")
      #expect(Set(real.keys).isSubset(of: ours.keys))
      if let expected = real[Self.checksumsKey] as? NSDictionary {
        #expect(ours[Self.checksumsKey] as? NSDictionary == expected, "\(name)")
        checksums += 1
      }
    }
    #expect(bundles >= 5 && checksums >= 2)
  }

  @Test("Of sources: what was compiled from them", .enabled(if: CorpusBundles.isPresent))
  func sources() throws {
    // Source, what was compiled from it, and versions that were edited afterwards.
    let pairs = [
      (
        "Karim-ezzedine__CartKit/coredata-decimal/models/CartStorage.xcdatamodeld",
        "Karim-ezzedine__CartKit/coredata-decimal/models/CartStorage.momd"
      ),
      (
        "alemar11__CoreDataPlus/SampleModel3/models/SampleModel3.xcdatamodeld",
        "alemar11__CoreDataPlus/SampleModel3/momd/SampleModel3.momd"
      ),
      (
        "alemar11__CoreDataPlus/SampleModel/models/SampleModel.xcdatamodeld",
        "alemar11__CoreDataPlus/SampleModel/momd/SampleModel.momd"
      ),
      (
        "richardpiazza__XCServerCoreData/empty-1.2.0-2.0.0/models/XCServerCoreData.xcdatamodeld",
        "hash-pairs/richardpiazza__XCServerCoreData/momd_XCServerCoreData.momd_XCServerCoreData"
      ),
    ]
    for (source, compiled) in pairs {
      let ours = try info(CorpusBundles.root + "/" + source)
      let real = try CorpusBundles.versionInfo(CorpusBundles.root + "/\(compiled)/VersionInfo.plist")
      let (written, expected) = (
        try #require(ours[Self.hashesKey] as? [String: NSDictionary]),
        try #require(real[Self.hashesKey] as? [String: NSDictionary])
      )
      for (version, hashes) in expected { #expect(written[version] == hashes, "\(source) \(version)") }
      // XCServerCoreData went on after it was compiled.
      if !source.hasPrefix("richard") {
        #expect(ours[Self.currentKey] as? String == real[Self.currentKey] as? String, "\(source)")
      }
    }
  }

  @Test("Of the pairs: the version that matches", .enabled(if: CorpusBundles.isPresent))
  func pairs() throws {
    let root = CorpusBundles.root + "/hash-pairs"
    let index = try String(contentsOfFile: root + "/INDEX.tsv", encoding: .utf8)
    var count = 0
    for line in index.split(separator: "\n") {
      // Name, version, how far the hashes agree, and the file of which they do.
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells[5].hasPrefix("momd:"), cells[6] == "full" else { continue }
      let (folder, version) = ("\(root)/\(cells[0])", String(cells[5].dropFirst("momd:".count)))
      let real = try CorpusBundles.versionInfo(folder + "/VersionInfo.plist")
      let ours = try info("\(folder)/\(cells[7])")
      count += 1
      let versions = try #require(real[Self.hashesKey] as? [String: NSDictionary])
      let written = try #require(ours[Self.hashesKey] as? [String: NSDictionary])
      #expect(written == [cells[7]: try #require(versions[version])], "\(cells[0])")
      #expect(ours[Self.currentKey] == nil, "a lone file has no current version")
      if let checksums = real[Self.checksumsKey] as? [String: String] {
        #expect((ours[Self.checksumsKey] as? [String: String])?[cells[7]] == checksums[version])
      }
    }
    #expect(count >= 14)
  }

  @Test("The same bytes every time; nothing is replaced")
  func files() throws {
    let scratch = try Scratch()
    let model = ModelCommandTests.library
    #expect(try write(model, to: scratch("A.plist")).status == 0)
    #expect(try write(model, to: scratch("B.plist")).status == 0)
    #expect(try scratch.bytes("A.plist") == scratch.bytes("B.plist"))
    let info = try CorpusBundles.versionInfo(scratch("A.plist"))
    #expect(info[Self.currentKey] as? String == "Library 3")
    #expect(
      (info[Self.checksumsKey] as? [String: String])?.keys.sorted() == ["Library", "Library 2", "Library 3"])
    try scratch.write("mine", to: "C.plist")
    try scratch.makeFolder("folder")
    for taken in ["C.plist", "folder"] {
      let refused = try write(model, to: scratch(taken))
      #expect(refused.status == 64 && refused.error.contains("output.exists"), "\(refused.error)")
    }
    #expect(try scratch.text("C.plist") == "mine")
    let nowhere = try write(model, to: scratch("no/such/Folder.plist"))
    #expect(nowhere.status == 2 && nowhere.error.contains("file.failed"))
    #expect(try scratch.contents("") == ["A.plist", "B.plist", "C.plist", "folder"])
  }

  @Test("A fault leaves nothing")
  func faults() throws {
    let scratch = try Scratch()
    for action in ["fail:EIO", "fail:ENOSPC", "short"] {
      for passage in 1...6 {
        let run = try Program.run(
          [
            "model", "hash", ModelCommandTests.library, "--format", "versioninfo", "--output",
            scratch("Out.plist"),
          ], environment: ["IMPORT_LEGACY_FAULT": "version-info:\(passage):\(action)"])
        if run.status == 0 {
          // A short write is made good.
          #expect(action == "short")
          try scratch.remove("Out.plist")
        }
        #expect(try scratch.contents("") == [], "\(action) \(passage): \(run.error)")
      }
    }
  }

  @Test("Hashes that are not proven need a consent by name")
  func consents() throws {
    let scratch = try Scratch()
    let model = try scratch.write(ModelCommandSamples.everything, to: "All.xcdatamodel/contents")
    let refused = try write(model, to: scratch("Out.plist"))
    #expect(refused.status == 3)
    #expect(refused.error.contains("--allow unverified-hash:Cat"))
    #expect(!refused.error.contains("unverified-hash:Owner"))
    #expect(try write(model, to: scratch("Out.plist"), ["--allow", "unverified-hash:Owner"]).status == 3)
    for (consent, id) in [
      ("unverified-hash:Dog", "consent.unknown-name"), ("drop:Cat", "consent.form"), ("Cat", "consent.form"),
    ] {
      let wrong = try write(model, to: scratch("Out.plist"), ["--allow", consent])
      #expect(wrong.status == 64 && wrong.error.contains(id))
    }
    #expect(!scratch.exists("Out.plist"))
    #expect(try write(model, to: scratch("Out.plist"), ["--allow", "unverified-hash:Cat"]).status == 0)
    // What cannot be written is said before what is not proven.
    #expect(try write(model, to: scratch("Out.plist")).status == 64)
  }

  @Test("Versions that cannot be read are left out and named")
  func unreadable() throws {
    let scratch = try Scratch()
    try scratch.copy(ModelCommandTests.library, to: "Library.xcdatamodeld")
    try scratch.write("<model>", to: "Library.xcdatamodeld/Library 2.xcdatamodel/contents")
    let run = try write(scratch("Library.xcdatamodeld"), to: scratch("Out.plist"))
    #expect(run.status == 0 && run.error.contains("Library 2 is left out"))
    let info = try CorpusBundles.versionInfo(scratch("Out.plist"))
    #expect((info[Self.hashesKey] as? [String: Any])?.keys.sorted() == ["Library", "Library 3"])
    // The current one may not be among them.
    try scratch.write("<model>", to: "Library.xcdatamodeld/Library 3.xcdatamodel/contents")
    let refused = try write(scratch("Library.xcdatamodeld"), to: scratch("Other.plist"))
    #expect(refused.status == 4 && refused.error.contains("model.unreadable"))
    #expect(!scratch.exists("Other.plist"))
  }

  @Test(
    "Options that do not go together",
    arguments: [
      ["--format", "versioninfo"], ["--output", "x.plist"], ["--allow", "unverified-hash:Book"],
      ["--format", "json", "--output", "x.plist"],
      ["--format", "versioninfo", "--output", "x.plist", "--model-version", "Library"],
      ["--format", "yaml"],
    ])
  func usage(_ options: [String]) throws {
    let run = try Program.run(["model", "hash", ModelCommandTests.library] + options)
    #expect(run.status == 64 && run.output.isEmpty && !run.error.isEmpty)
  }
}
