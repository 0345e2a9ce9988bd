import CoreDataModel
import Foundation
import PropertyLists
import Testing

@Suite struct RawInflateTests {
  /// "hello" as one stored block.
  private let hello: [UInt8] = [0x01, 0x05, 0x00, 0xFA, 0xFF] + Array("hello".utf8)

  @Test func unfolds() throws {
    #expect(try RawInflate.inflate(hello) == Array("hello".utf8))
    #expect(try RawInflate.inflate(hello, limit: 5) == Array("hello".utf8))
    #expect(try RawInflate.inflate([0x03, 0x00]) == [])
  }

  @Test func refusesWhatIsNotOneWholeStream() {
    #expect(throws: RawInflateError.trailingBytes(count: 1)) { try RawInflate.inflate(hello + [0]) }
    #expect(throws: RawInflateError.truncated) { try RawInflate.inflate(Array(hello.dropLast())) }
    #expect(throws: RawInflateError.truncated) { try RawInflate.inflate([]) }
    #expect(throws: RawInflateError.tooLarge(byteLimit: 4)) { try RawInflate.inflate(hello, limit: 4) }
    #expect(throws: RawInflateError.notDeflate) { try RawInflate.inflate([0xFF, 0xFF, 0xFF]) }
  }
}

@Suite struct ModelCacheTests {
  @Test(.enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func everyCacheUnfoldsAndHoldsTheEntitiesOfItsStore() throws {
    let stores = try StoreBlobs.all.get().filter { $0.modelCache != nil }
    try #require(stores.count >= 55)
    for store in stores {
      let archive = try RawInflate.inflate(try #require(store.modelCache))
      let header = try #require(CachedModelHeader(archive: archive), "\(store.store)")
      let metadata = try PropertyListReader.read(try #require(store.metadata))
      let names = try #require(metadata["NSStoreModelVersionHashes"]?.entries).map(\.key)
      #expect(Set(header.entityNames) == Set(names), "\(store.store)")
      #expect(header.entityNames.count == names.count)
    }
  }

  @Test func otherArchivesAreNoModels() {
    func archive(_ className: String, top: UInt64 = 1) -> [UInt8] {
      BinaryPropertyListWriter.write(
        .dictionary([
          .init("$version", .integer(100_000)), .init("$archiver", .string("NSKeyedArchiver")),
          .init("$top", .dictionary([.init("root", .uid(top))])),
          .init(
            "$objects",
            .array([
              .string("$null"), .dictionary([.init("$class", .uid(2))]),
              .dictionary([.init("$classname", .string(className))]),
              .dictionary([.init("NSEntityName", .uid(4))]), .string("Brew"),
            ])),
        ]))
    }
    #expect(CachedModelHeader(archive: archive("NSManagedObjectModel"))?.entityNames == ["Brew"])
    #expect(CachedModelHeader(archive: archive("XDPMModel")) == nil)
    #expect(CachedModelHeader(archive: archive("NSManagedObjectModel", top: 99)) == nil)
    #expect(CachedModelHeader(archive: []) == nil)
    #expect(CachedModelHeader(archive: BinaryPropertyListWriter.write(.dictionary([]))) == nil)
  }
}
