import CoreDataModel
import Foundation
import Testing

@Suite struct ModelBundleTests {
  private static let contents =
    "<model><entity name=\"E\"><attribute name=\"a\" attributeType=\"String\"/></entity></model>"

  private static func current(_ name: String?) -> String {
    let entry = name.map { "<key>_XCCurrentVersionName</key><string>\($0)</string>" } ?? ""
    return "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entry)</dict></plist>"
  }

  private func bundle(_ versions: [String], current: String? = nil) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    for version in versions {
      try folder.write("M.xcdatamodeld/\(version).xcdatamodel/contents", Self.contents)
    }
    if let current { try folder.write("M.xcdatamodeld/.xccurrentversion", current) }
    return (folder, folder.path("M.xcdatamodeld"))
  }

  @Test func theNamedVersionIsCurrent() throws {
    let (folder, path) = try bundle(["B 2", "A", "B 10"], current: Self.current("B 2.xcdatamodel"))
    defer { withExtendedLifetime(folder) {} }
    let bundle = try ModelBundle(path: path + "///")
    #expect(bundle.versions.map(\.name) == ["A", "B 2", "B 10"])
    #expect(try bundle.current().name == "B 2")
    #expect(try bundle.version(named: "A").name == "A")
    #expect(try bundle.version(named: "A.xcdatamodel").name == "A")
    #expect(bundle.path == path)
  }

  @Test(arguments: [nil, Self.current(nil), Self.current("")])
  func severalVersionsWithoutAChoiceHaveNoCurrentOne(_ current: String?) throws {
    let (folder, path) = try bundle(["A", "B"], current: current)
    defer { withExtendedLifetime(folder) {} }
    let bundle = try ModelBundle(path: path)
    let error = #expect(throws: ModelError.self) { try bundle.current() }
    #expect(error == .noCurrentVersion(path: path, versions: ["A", "B"], named: nil))
    #expect(
      error?.exitStatus == .notRecognised && error?.diagnostic.id.rawValue == "model.no-current-version")
    #expect(error?.diagnostic.recovery.first?.contains("A, B") == true)
    #expect(try bundle.version(named: "B").entities.count == 1)
  }

  @Test(arguments: [nil, Self.current(nil)])
  func aSingleVersionNeedsNoChoice(_ current: String?) throws {
    let (folder, path) = try bundle(["Only"], current: current)
    defer { withExtendedLifetime(folder) {} }
    #expect(try ModelBundle(path: path).current().name == "Only")
  }

  @Test(arguments: [["A"], ["A", "B"]])
  func aWrongNameIsNeverCorrected(_ versions: [String]) throws {
    let (folder, path) = try bundle(versions, current: Self.current("C.xcdatamodel"))
    defer { withExtendedLifetime(folder) {} }
    let bundle = try ModelBundle(path: path)
    #expect(throws: ModelError.noCurrentVersion(path: path, versions: versions, named: "C")) {
      try bundle.current()
    }
    let error = #expect(throws: ModelError.self) { try bundle.version(named: "Z") }
    #expect(error == .noSuchVersion(path: path, version: "Z", versions: versions))
    #expect(error?.exitStatus == .usage && error?.diagnostic.id.rawValue == "model.no-such-version")
    // Where the bundle lies must not get into a report.
    #expect(error?.diagnostic.summary == "M.xcdatamodeld has no version Z.")
  }

  @Test(arguments: ["not a list", "<plist><array/></plist>", "<plist><dict>"])
  func aFaultyChoiceConcernsTheCurrentVersionOnly(_ current: String) throws {
    let (folder, path) = try bundle(["A"], current: current)
    defer { withExtendedLifetime(folder) {} }
    let bundle = try ModelBundle(path: path)
    let error = #expect(throws: ModelError.self) { try bundle.current() }
    guard case .unreadable(path + "/.xccurrentversion", _, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(try bundle.version(named: "A").name == "A")
  }

  @Test func aBrokenVersionDoesNotSpoilTheOthers() throws {
    let (folder, path) = try bundle(["A"], current: Self.current("A.xcdatamodel"))
    try folder.write("M.xcdatamodeld/B.xcdatamodel/contents", "<model><entity")
    try folder.write("M.xcdatamodeld/C.xcdatamodel/elements", "bplist00")
    try folder.write("M.xcdatamodeld/D.xcdatamodel/nothing", "")
    try folder.write("M.xcdatamodeld/._A.xcdatamodel", "left by a Mac")
    let bundle = try ModelBundle(path: path)
    #expect(bundle.versions.map(\.name) == ["A", "B", "C", "D"])
    #expect(try bundle.current().name == "A")
    let errors = ["B", "C", "D"].map { name in
      #expect(throws: ModelError.self) { try bundle.version(named: name) }?.diagnostic.id.rawValue
    }
    #expect(errors == ["model.unreadable", "model.unreadable", "model.not-a-model"])
  }

  @Test func aVersionAloneAndItsContentsAlone() throws {
    let (folder, path) = try bundle(["A", "B"])
    let version = try ModelBundle(path: path + "/A.xcdatamodel/")
    #expect(version.versions.map(\.name) == ["A"])
    #expect(try version.current().name == "A")
    #expect(try ModelBundle(path: path + "/B.xcdatamodel/contents").current().name == "B")
    #expect(try ModelBundle(path: try folder.write("loose.xml", Self.contents)).current().name == "loose.xml")
  }

  @Test func whatXcode3WroteIsReadWhereNothingNewerStands() throws {
    let folder = try TemporaryFolder()
    let old = HandMadeElements(entities: [
      HandMadeElements.Entity(name: "Old", properties: [HandMadeElements.attribute(700)])
    ])
    let elements = folder.path("M.xcdatamodeld/A.xcdatamodel/elements")
    try folder.write("M.xcdatamodeld/A.xcdatamodel/layout", "")
    try Data(old.bytes()).write(to: URL(fileURLWithPath: elements))
    for place in ["M.xcdatamodeld", "M.xcdatamodeld/A.xcdatamodel", "M.xcdatamodeld/A.xcdatamodel/elements"] {
      let model = try ModelBundle(path: folder.path(place)).current()
      #expect(model.name == "A" && model.entities.map(\.name) == ["Old"])
    }
    // A lone file is known by what it holds.
    try FileManager.default.copyItem(atPath: elements, toPath: folder.path("loose"))
    #expect(try ModelBundle(path: folder.path("loose")).current().entities.map(\.name) == ["Old"])
    try folder.write("M.xcdatamodeld/A.xcdatamodel/contents", Self.contents)
    #expect(try ModelBundle(path: folder.path("M.xcdatamodeld")).current().entities.map(\.name) == ["E"])
  }

  @Test func linksAndForeignNames() throws {
    let (folder, path) = try bundle(["A"])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: path)
    #expect(try ModelBundle(path: folder.path("link/")).current().name == "A")
    // Latin-1 "ü", which is not UTF-8.
    let name = Array("\(path)/B".utf8) + [0xFC] + Array(".xcdatamodel".utf8)
    func cString(_ bytes: [UInt8]) -> [CChar] { (bytes + [0]).map { CChar(bitPattern: $0) } }
    let made = mkdir(cString(name), 0o700)
    try #require(made == 0)
    let file = try #require(fopen(cString(name + Array("/contents".utf8)), "w"))
    fputs(Self.contents, file)
    fclose(file)
    // It could not be named, neither in a message nor by --model-version: refused, not left out in silence.
    #expect(throws: ModelError.self) { try ModelBundle(path: path) }
  }

  @Test func whatIsNoModel() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("Empty.xcdatamodeld"), withIntermediateDirectories: true)
    func id(_ path: String) -> String? {
      #expect(throws: ModelError.self) { try ModelBundle(path: path) }?.diagnostic.id.rawValue
    }
    #expect(id(folder.path("absent")) == "model.not-found")
    #expect(id("") == "model.not-found")
    #expect(id(folder.path("Empty.xcdatamodeld")) == "model.not-a-model")
    #expect(id("/dev/null") == "model.not-a-model")
    #expect(id(try folder.write("a", "<plist/>")) == "model.not-a-model")
    #expect(id(try folder.write("b", "bplist00")) == "model.not-a-model")
    #expect(id(try folder.write("c", "momv2$")) == "model.unsupported-form")
    try folder.write("N.momd/VersionInfo.plist", "")
    #expect(id(folder.path("N.momd")) == "model.not-a-model")
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared")) func everyBundleOfTheCorpusKnowsItsCurrentVersion()
    throws
  {
    let bundles = Corpus.paths { $0.hasSuffix(".xcdatamodeld") }
    try #require(bundles.count >= 39)
    var current: [String] = []
    for path in bundles {
      let bundle = try ModelBundle(path: Corpus.root.appendingPathComponent(path).path)
      // The only bundle without `.xccurrentversion` that has several versions: a part of a larger one.
      if path.hasSuffix("384e3630ba/zmessaging.xcdatamodeld") {
        let error = #expect(throws: ModelError.self) { try bundle.current() }
        #expect(error?.diagnostic.id.rawValue == "model.no-current-version")
        continue
      }
      current.append(try bundle.currentVersion().name)
    }
    #expect(current.count == bundles.count - 1)
    #expect(current.contains("zmessaging2.101.0") && current.contains("UnCloudNotesDataModel v4"))
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared")) func everyCompiledBundleOfTheCorpusIsRead() throws
  {
    var (versions, listed) = (0, 0)
    let bundles = Corpus.paths { $0.hasSuffix(".momd") }
    for path in bundles {
      let folder = Corpus.root.appendingPathComponent(path).path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let info = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: URL(fileURLWithPath: folder + "/VersionInfo.plist")), format: nil)
      let list = (info as? [String: Any])?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
      let hashes = try #require(list).mapValues { $0.mapValues { [UInt8]($0) } }
      #expect(!hashes.isEmpty, "\(path)")
      var models: [String: ManagedObjectModel] = [:]
      if names.contains(where: { $0.hasSuffix(".mom") }) {
        let bundle = try ModelBundle(path: folder)
        for version in bundle.versions { models[version.name] = try bundle.version(named: version.name) }
        versions += models.count
        #expect(Set(hashes.keys) == Set(models.keys), "\(path)")
      } else {
        // The list alone was kept; the XML of its one version lies beside it.
        let name = try #require(hashes.keys.first)
        models[name] = try ModelBundle(path: (folder as NSString).deletingPathExtension + ".xcdatamodel")
          .current()
        listed += 1
      }
      for (name, model) in models {
        #expect(VersionHash.hashes(of: model) == hashes[name], "\(path) \(name)")
      }
    }
    print("Compiled bundles: \(bundles.count), \(versions) versions in them, \(listed) of a list alone")
    #expect(bundles.count >= 8 && versions >= 9)
  }
}
