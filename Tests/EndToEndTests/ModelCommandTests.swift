import Foundation
import TestSupport
import Testing

@Suite("ModelCommand: show, lint and hash, on every form of model")
struct ModelCommandTests {
  static let library = Places.fixtures + "/Library.xcdatamodeld"

  @Test("show prints every characteristic")
  func show() throws {
    let scratch = try Scratch()
    let model = try scratch.write(ModelCommandSamples.everything, to: "All.xcdatamodel/contents")
    let run = try Program.run(["model", "show", model])
    #expect(run.status == 0 && run.error == "")
    #expect(run.output == ModelCommandSamples.everythingShown)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("show as JSON has the same, keys in order")
  func showJSON() throws {
    let scratch = try Scratch()
    let model = try scratch.write(ModelCommandSamples.everything, to: "All.xcdatamodel/contents")
    let run = try Program.run(["model", "show", model, "--json"])
    #expect(run.status == 0 && run.error == "")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(json["version"] as? String == "All")
    #expect((json["configurations"] as? [String: [String]]) == ["Cloud": ["Animal", "Cat"]])
    let entities = try #require(json["entities"] as? [[String: Any]])
    #expect(entities.map { $0["name"] as? String } == ["Animal", "Cat", "Owner"])
    let cat = entities[1]
    #expect(cat["parent"] as? String == "Animal" && cat["class"] as? String == ".Cat")
    let attributes = try #require(cat["attributes"] as? [[String: Any]])
    let lives = try #require(attributes.first { $0["name"] as? String == "lives" })
    #expect(lives["default"] as? Int == 9 && lives["minimum"] as? Double == 1)
    let place = try #require(attributes.first { $0["name"] as? String == "place" })
    #expect((place["elements"] as? [[String: Any]])?.map { $0["name"] as? String } == ["lat", "lon"])
    let relationships = try #require(cat["relationships"] as? [[String: Any]])
    #expect(relationships.first?["destination"] as? String == "Owner")
    #expect(relationships.first?["deleteRule"] as? String == "Deny")
    let keys = run.output.split(separator: "\n").filter { $0.hasPrefix("  \"") }
      .map { String($0.dropFirst(3).prefix { $0 != "\"" }) }
    #expect(keys == keys.sorted())
  }

  @Test("Another version, and what is no version")
  func versions() throws {
    let first = try Program.run(["model", "show", Self.library, "--model-version", "Library"])
    #expect(first.status == 0 && first.output.hasPrefix("Library\n"))
    for command in ["show", "lint", "hash"] {
      let unknown = try Program.run(["model", command, Self.library, "--model-version", "Library 9"])
      #expect(unknown.status == 64 && unknown.error.contains("model.no-such-version"))
      let missing = try Program.run(["model", command, Self.library + "/Nowhere"])
      #expect(missing.status == 4 && missing.error.contains("model.not-found") && missing.output.isEmpty)
    }
  }

  @Test("hash as JSON has what hash as text has")
  func hashJSON() throws {
    let text = try Program.run(["model", "hash", Self.library])
    let run = try Program.run(["model", "hash", Self.library, "--format", "json"])
    #expect(run.status == 0)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let entities = try #require(json["entities"] as? [[String: Any]])
    #expect(entities.count >= 10)
    for entity in entities {
      let line = "\(entity["hash"] as? String ?? "")  \(entity["name"] as? String ?? "")\n"
      #expect(text.output.contains(line))
      #expect((entity["notProven"] as? [String]) == [])
    }
    #expect(text.output.contains("digest    \(json["digest"] as? String ?? "?")\n"))
    #expect(text.output.contains("checksum  \(json["checksum"] as? String ?? "?")\n"))
  }

  @Test(
    "Models of the corpus", .enabled(if: CorpusBundles.isPresent),
    arguments: LongTests.some(of: CorpusBundles.versions, every: 4))
  func corpus(_ version: String) throws {
    let path = CorpusBundles.root + "/" + version
    let show = try Program.run(["model", "show", path])
    #expect(show.status == 0 && show.error == "" && !show.output.isEmpty)
    #expect(show.output.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 80 })
    let hash = try Program.run(["model", "hash", path])
    #expect(hash.status == 0 && hash.error == "")
    let lint = try Program.run(["model", "lint", path, "--cloudkit"])
    #expect([0, 1].contains(lint.status) && lint.error == "")
    #expect((lint.status == 0) == lint.output.hasSuffix(": nothing found\n"))
  }

  @Test("There are so many", .enabled(if: CorpusBundles.isPresent))
  func corpusIsThere() {
    #expect(CorpusBundles.versions.count >= 150)
    #expect(CorpusBundles.versions.contains { $0.hasSuffix(".mom") })
  }

  @Test("The five forms of one model", .enabled(if: CorpusBundles.isPresent))
  func forms() throws {
    let folder = CorpusBundles.root + "/Karim-ezzedine__CartKit/coredata-decimal/models"
    let source = folder + "/CartStorage.xcdatamodeld"
    let version = source + "/CartStorage.xcdatamodel"
    let compiled = folder + "/CartStorage.momd"
    let forms = [source, version, version + "/contents", compiled, compiled + "/CartStorage.mom"]
    let hashes = try forms.map { try Program.run(["model", "hash", $0]) }
    #expect(hashes.allSatisfy { $0.status == 0 })
    #expect(Set(hashes.map(\.output)).count == 1)
    for form in forms {
      #expect(try Program.run(["model", "show", form]).output.hasPrefix("CartStorage\n"))
      #expect(try [0, 1].contains(Program.run(["model", "lint", form]).status))
      // Reading both forms gives one model, but for what the compiler adds.
      let diff = try Program.run(["model", "diff", version, form, "--json"])
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(diff.output.utf8)) as? [String: Any])
      #expect(json["hashesEqual"] as? Bool == true)
      let changes = try #require(json["changes"] as? [[String: Any]])
      #expect(changes.allSatisfy { $0["changesHash"] as? Bool == false })
    }
  }
}
