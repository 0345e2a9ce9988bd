@testable import CoreDataModel
import Foundation
import PropertyLists
import Testing

@Suite struct ArchivedModelTests {
  @Test(.enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func everyCacheHasTheHashesOfItsStore() throws {
    let stores = try StoreBlobs.all.get().filter { $0.modelCache != nil }
    try #require(stores.count >= 63)
    var entities = 0
    for store in stores {
      let archive = try RawInflate.inflate(try #require(store.modelCache))
      let model = try ArchivedModelReader.read(archive, name: "cached", path: store.store).model
      let metadata = try PropertyListReader.read(try #require(store.metadata))
      let stored = Dictionary(
        uniqueKeysWithValues: try #require(metadata["NSStoreModelVersionHashes"]?.entries).map {
          ($0.key, $0.value.data)
        })
      let computed = VersionHash.hashes(of: model)
      let differing = stored.keys.filter { stored[$0] != computed[$0] }.sorted()
      #expect(differing == [], "\(store.store)")
      #expect(Set(stored.keys) == Set(computed.keys))
      entities += stored.count
    }
    print("Cached models: \(stores.count) of \(stores.count) have their store's hashes, \(entities) entities")
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared"))
  func everyCompiledModelHasTheHashesBesideIt() throws {
    var count = 0
    var verified = 0
    let files = FileManager.default.enumerator(atPath: Corpus.root.path)?.allObjects as? [String] ?? []
    for file in files.sorted() where file.hasSuffix(".mom") {
      let path = Corpus.root.path + "/" + file
      let name = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let model = try ArchivedModelReader.read(bytes, name: name, path: path).model
      count += 1
      let info = (path as NSString).deletingLastPathComponent + "/VersionInfo.plist"
      guard let data = FileManager.default.contents(atPath: info) else { continue }
      let list = try PropertyListReader.read(Array(data))
      guard let stored = list["NSManagedObjectModel_VersionHashes"]?[name]?.entries else { continue }
      verified += 1
      let computed = VersionHash.hashes(of: model)
      for entry in stored { #expect(computed[entry.key] == entry.value.data, "\(file) \(entry.key)") }
      #expect(stored.count == computed.count)
    }
    print(
      "Compiled models: \(count) read, \(verified) of \(verified) with a VersionInfo.plist have its hashes")
    #expect(count >= 10 && verified >= 9)
  }

  /// What of `userInfo` shapes a store; Photos alone has it.
  @Test(.enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func placesAndCountsOfPhotos() throws {
    let caches = try StoreBlobs.all.get().filter { $0.store.contains("Photos-fw") }.map { store in
      (store.store, try RawInflate.inflate(try #require(store.modelCache)))
    }
    let inflated = try Corpus.paths { $0.hasSuffix("Z_MODELCACHE.inflated.bplist") }.map {
      ($0, try Corpus.bytes($0))
    }
    try #require(caches.count == 2 && inflated.count >= 2)
    for (path, archive) in caches + inflated {
      let model = try ArchivedModelReader.read(archive, name: "cached", path: path).model
      let attributes = model.entities.flatMap { entity in entity.attributes.map { (entity.name, $0) } }
      let places = attributes.filter { !$0.1.locationComponents.isEmpty }
      #expect(places.map { $0.1.locationComponents } == [["latitude", "longitude"]], "\(path)")
      #expect(places.map { $0.0 } == [path.contains("10.15") ? "GenericAsset" : "Asset"])
      let counting = attributes.filter { $0.1.triggerPredicate != nil }
      #expect(counting.contains { $0.0 == "DetectedFace" && $0.1.name == "assetVisible" })
      #expect([2, 8].contains(counting.count))
      #expect(counting.allSatisfy { $0.1.isKeptByTriggers })
    }
  }

  /// An archive of one entity, made by hand; `objects` come after the model, its class and the entity.
  private func archive(_ className: String = "NSManagedObjectModel", top: UInt64 = 1) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        .init("$version", .integer(100_000)), .init("$archiver", .string("NSKeyedArchiver")),
        .init("$top", .dictionary([.init("root", .uid(top))])),
        .init(
          "$objects",
          .array([
            .string("$null"),
            .dictionary([.init("$class", .uid(2)), .init("NSEntities", .uid(3))]),
            .dictionary([.init("$classname", .string(className))]),
            .dictionary([.init("NS.keys", .array([.uid(5)])), .init("NS.objects", .array([.uid(4)]))]),
            .dictionary([.init("NSEntityName", .uid(5))]), .string("Brew"),
          ])),
      ]))
  }

  private func decimal(_ words: [UInt16], exponent: Int64, isNegative: Bool = false, isBig: Bool = false)
    -> String?
  {
    let padded = words + Array(repeating: 0, count: 8 - words.count)
    return ArchivedDecimal(
      .dictionary([
        .init(
          "NS.mantissa",
          .data(
            padded.flatMap { word in
              let bytes = [UInt8(word & 0xff), UInt8(word >> 8)]
              return isBig ? bytes.reversed() : bytes
            })), .init("NS.mantissa.bo", .integer(isBig ? 2 : 1)),
        .init("NS.length", .integer(Int64(words.count))),
        .init("NS.exponent", .integer(exponent)), .init("NS.negative", .boolean(isNegative)),
      ]))?.text
  }

  @Test func decimals() {
    #expect(decimal([], exponent: 0) == "0")
    #expect(decimal([], exponent: 0, isNegative: true) == nil)
    #expect(decimal([12345], exponent: -2) == "12345e-2")
    #expect(decimal([12345], exponent: 0, isNegative: true, isBig: true) == "-12345")
    #expect(decimal([0, 1], exponent: 1) == "65536e1")
    let largest = "340282366920938463463374607431768211455"
    #expect(decimal(Array(repeating: .max, count: 8), exponent: 127) == largest + "e127")
  }

  @Test func otherArchivesAreNoModels() throws {
    #expect(
      try ArchivedModelReader.read(archive(), name: "a", path: "a").model.entities.map(\.name) == ["Brew"])
    for bytes in [archive("XDPMModel"), archive(top: 99), BinaryPropertyListWriter.write(.dictionary([]))] {
      #expect(throws: ModelError.notAModel(path: "a")) {
        _ = try ArchivedModelReader.read(bytes, name: "a", path: "a")
      }
    }
    let thrown = #expect(throws: ModelError.self) {
      _ = try ArchivedModelReader.read([], name: "a", path: "a")
    }
    #expect(thrown?.diagnostic.id.rawValue == "model.unreadable")
  }
}
