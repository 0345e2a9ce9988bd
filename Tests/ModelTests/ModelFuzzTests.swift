import CoreDataMapping
import CoreDataModel
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Models and the property lists beside them, changed at random: each is read, or refused with a diagnostic, and what
/// is read can be hashed, compared, mapped and advised on.
@Suite struct ModelFuzzTests {
  private static let library = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("LegacyFixtures")
    .appendingPathComponent("Library.xcdatamodeld")

  private static func contents(_ version: String) throws -> [UInt8] {
    try Array(Data(contentsOf: library.appendingPathComponent("\(version).xcdatamodel/contents")))
  }

  private static let answers: Set<DiagnosticID> = [
    .modelNotAModel, .modelUnreadable, .modelInvalid, .modelInconsistent, .modelUnsupportedForm,
  ]

  private static let texts = [
    "", String(repeating: "x", count: 70_000), "-1", "99999999999999999999", "NaN", "inf", "1e400", "é",
    "&#x1F600;",
    "a b", "YES", "NO", "Book", "Author", "Composite", "Binary", "Date", "0x10", "&#10;", "select", "Z_PK",
    "a.b",
    "pages.@count", "Integer 64", "1.5", "(", "&amp;", "&unknown;", "\u{202E}",
  ]

  /// One line, or one attribute of a line, left out, doubled, moved or given another value.
  private static func change(_ contents: [UInt8], _ random: inout FuzzRandom) -> [UInt8] {
    if random.below(4) == 0 { return random.change(contents) }
    var lines = String(decoding: contents, as: UTF8.self).split(separator: "\n").map(String.init)
    for _ in 0...random.below(3) {
      let line = random.below(lines.count)
      let attributes = lines[line].matches(of: #/ [A-Za-z]+="[^"]*"/#).map(\.range)
      switch random.below(6) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: random.below(lines.count))
      case 2: lines.swapAt(line, random.below(lines.count))
      case 3 where !attributes.isEmpty: lines[line].removeSubrange(random.pick(attributes))
      case _ where !attributes.isEmpty:
        let range = random.pick(attributes)
        let name = lines[line][range].prefix { $0 != "=" }
        lines[line].replaceSubrange(range, with: "\(name)=\"\(random.pick(texts))\"")
      default: break
      }
      if lines.isEmpty { break }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Everything that is asked of a model before any row is read.
  private static func use(_ model: ManagedObjectModel, beside other: ManagedObjectModel) {
    let hashes = VersionHash.hashes(of: model)
    #expect(hashes.count == model.entities.count)
    for entity in model.entities { _ = VersionHash.unverifiedConstructs(of: entity.name, in: model) }
    _ = ModelDifference(from: other, to: model)
    _ = MappingInference.plan(from: other, to: model)
    _ = MappingInference.plan(from: model, to: other)
    _ = ModelLint.findings(in: model, forCloudKit: true)
  }

  /// Of and to the entity `A`.
  private static func manyToMany(_ name: String, _ inverse: String) -> String {
    "<relationship name=\"\(name)\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Nullify\" destinationEntity=\"A\" "
      + "inverseName=\"\(inverse)\" inverseEntity=\"A\"/>"
  }

  private static func read(_ contents: [UInt8], _ label: String) -> ManagedObjectModel? {
    do throws(ModelError) {
      return try ManagedObjectModelReader.read(contents, name: "f", path: "f").model
    } catch {
      #expect(answers.contains(error.diagnostic.id), "\(label): \(error.diagnostic.id)")
      return nil
    }
  }

  @Test(arguments: ["Library", "Library 2", "Library 3"]) func contents(version: String) throws {
    let original = try Self.contents(version)
    let other = try #require(Self.read(Self.contents("Library"), "other"))
    var random = FuzzRandom(seed: UInt64(version.utf8.count))
    var (readable, refused) = (0, 0)
    for turn in 0..<FuzzRandom.turns(200) {
      guard let model = Self.read(Self.change(original, &random), "turn \(turn)") else {
        refused += 1
        continue
      }
      readable += 1
      Self.use(model, beside: other)
    }
    #expect(readable > 30 && refused > 100, "\(readable) \(refused)")
  }

  @Test func hostileDocuments() throws {
    func model(_ body: String, _ head: String = "") -> [UInt8] {
      Array("<?xml version=\"1.0\"?>\(head)<model>\(body)</model>".utf8)
    }
    let nested = String(repeating: "<entity name=\"E\">", count: 20_000)
    let entities = (0..<60).map { "<!ENTITY e\($0 + 1) \"&e\($0);&e\($0);\">" }.joined()
    let bomb = "<!DOCTYPE model [<!ENTITY e0 \"x\">\(entities)]>"
    let external = "<!DOCTYPE model [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
    let original = try Self.contents("Library")
    let wide: [UInt8] = original.flatMap { byte -> [UInt8] in [byte, 0] }
    let refused: [[UInt8]] = [
      [], [0], model(nested), model("<entity name=\"&e60;\"/>", bomb),
      model("<entity name=\"a&x;\"/>", external),
      model("<entity name=\"E\"><attribute name=\"\(String(repeating: "a", count: 12_000_000))\"/></entity>"),
      [0xfe, 0xff] + original, model("<entity name=\"\u{0}\"/>"), model("<entity/>"),
      model("<entity name=\"E\"/><entity name=\"E\"/>"),
      // Each is the other's superentity.
      model("<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>"),
    ]
    let influences = Self.manyToMany("influences", "influencedBy")
    let influencedBy = Self.manyToMany("influencedBy", "influences")
    #expect(Self.read(model("<entity name=\"A\">\(influences)\(influencedBy)</entity>"), "pair") != nil)
    // The same relationship again, in an entity that its inverse does not lead to.
    let twice =
      "<entity name=\"A\">\(influences)\(influencedBy)</entity><entity name=\"B\">\(influencedBy)</entity>"
    #expect(Self.read(model(twice), "twice") == nil)
    for (number, bytes) in refused.enumerated() {
      #expect(Self.read(bytes, "\(number)") == nil, "\(number)")
    }
    // Its form tells that it is UTF-16, whatever it says.
    #expect(Self.read(wide, "UTF-16")?.entities == Self.read(original, "UTF-8")?.entities)
    // Latin-1 that says so is read as such; the same bytes that claim UTF-8 are none.
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><model><entity name=\"".utf8)
    let end = Array("\"/></model>".utf8)
    #expect(Self.read(latin + [0xe9] + end, "Latin-1")?.entities.first?.name == "é")
    #expect(Self.read(Array("<model><entity name=\"".utf8) + [0xe9] + end, "UTF-8") == nil)
  }

  @Test func deepInheritance() throws {
    func chain(_ count: Int) -> ManagedObjectModel? {
      let entities = (0..<count).map {
        "<entity name=\"E\($0)\"\($0 > 0 ? " parentEntity=\"E\($0 - 1)\"" : "")/>"
      }
      return Self.read(Array("<model>\(entities.joined())</model>".utf8), "chain of \(count)")
    }
    let deepest = ManagedObjectModel.maximumDepth + 1
    let model = try #require(chain(deepest))
    #expect(model.subtree(of: "E0").count == deepest)
    #expect(VersionHash.hashes(of: model).count == deepest)
    // Far deeper than any app's: every question would walk through all of them.
    #expect(chain(deepest + 1) == nil)
    #expect(chain(100_000) == nil)
  }

  /// What stands beside the versions in a bundle.
  @Test(arguments: [".xccurrentversion", "VersionInfo.plist"]) func besides(name: String) throws {
    let isCompiled = name == "VersionInfo.plist"
    let folder = try TemporaryFolder()
    let place = isCompiled ? "M.momd" : "M.xcdatamodeld"
    if isCompiled {
      for version in ["A", "B"] { try folder.write("\(place)/\(version).mom", "bplist00") }
    } else {
      for version in ["A", "B"] { try folder.write("\(place)/\(version).xcdatamodel/contents", "<model/>") }
    }
    let hashes = ["A": ["E": Data(repeating: 1, count: 32)], "C": ["E": Data(repeating: 2, count: 32)]]
    let list: [String: Any] =
      isCompiled
      ? ["NSManagedObjectModel_CurrentVersionName": "B", "NSManagedObjectModel_VersionHashes": hashes]
      : ["_XCCurrentVersionName": "B.xcdatamodel"]
    var random = FuzzRandom(seed: 3)
    var named = 0
    for turn in 0..<FuzzRandom.turns(300) {
      let form: PropertyListSerialization.PropertyListFormat = turn % 2 == 0 ? .xml : .binary
      let original = try Array(
        PropertyListSerialization.data(fromPropertyList: list, format: form, options: 0))
      try Data(random.change(original)).write(to: folder.url.appendingPathComponent("\(place)/\(name)"))
      let bundle = try ModelBundle(path: folder.path(place))
      #expect(bundle.versions.map(\.name) == ["A", "B"])
      do throws(ModelError) {
        #expect(try ["A", "B"].contains(bundle.currentVersion().name))
        named += 1
      } catch {
        #expect(error.diagnostic.severity == .error)
      }
    }
    #expect(named > 2)
  }
}
