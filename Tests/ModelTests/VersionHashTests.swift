import CoreDataModel
import Digests
import Foundation
import Testing
import XMLTree

/// Against hashes that Core Data computed.
@Suite(.enabled(if: Corpus.isPresent, "needs ../shared")) struct VersionHashTests {
  private struct Vectors: Decodable {
    struct XMLVector: Decodable {
      let entity: String
      let hash: String
      let xml: String
    }
    struct ArchiveVector: Decodable {
      let entity: String
      let hash: String
      let abstract: Bool
      let modifier: String?
      let uniqueness: [[String]]
      let properties: [VectorProperty]
    }
    let xml: [XMLVector]
    let modelcache: [ArchiveVector]
  }

  private func vectors() throws -> Vectors {
    try JSONDecoder().decode(Vectors.self, from: Data(try Corpus.bytes("hash-vectors.json")))
  }

  @Test func vectorsFromXML() throws {
    let vectors = try vectors().xml
    try #require(vectors.count >= 41)
    for vector in vectors {
      let text = "<model>\(vector.xml)\(try stubs(for: vector.xml))</model>"
      let model = try ManagedObjectModelReader.read(Array(text.utf8), name: "vector", path: "vector").model
      #expect(
        VersionHash.hashes(of: model)[vector.entity]?.hexadecimalText == vector.hash, "\(vector.entity)")
    }
  }

  /// The entities that a vector's relationships lead to, with the inverses it names: a model must be whole.
  private func stubs(for xml: String) throws -> String {
    let root = try XMLDocument(parsing: Array("<model>\(xml)</model>".utf8)).root
    let present = Set(root.children.compactMap { $0.attribute("name") })
    // Destination, then inverse, to where it leads back.
    var inverses: [String: [String: (entity: String, relationship: String)]] = [:]
    for entity in root.children {
      for relationship in entity.children(named: "relationship") {
        guard let destination = relationship.attribute("destinationEntity"), !present.contains(destination)
        else { continue }
        var leadingBack = inverses[destination] ?? [:]
        if let inverse = relationship.attribute("inverseName") {
          leadingBack[inverse] = (
            try #require(entity.attribute("name")), try #require(relationship.attribute("name"))
          )
        }
        inverses[destination] = leadingBack
      }
    }
    return inverses.sorted { $0.key < $1.key }.map { destination, names in
      let relationships = names.sorted { $0.key < $1.key }.map { name, back in
        "<relationship name=\"\(name)\" maxCount=\"1\" destinationEntity=\"\(back.entity)\" "
          + "inverseName=\"\(back.relationship)\" inverseEntity=\"\(back.entity)\"/>"
      }
      return "<entity name=\"\(destination)\">\(relationships.joined())</entity>"
    }.joined()
  }

  @Test func vectorsFromArchives() throws {
    let vectors = try vectors().modelcache
    try #require(vectors.count >= 10)
    for vector in vectors {
      var entity = EntityDescription(name: vector.entity)
      entity.isAbstract = vector.abstract
      entity.versionHashModifier = vector.modifier
      entity.uniquenessConstraints = vector.uniqueness
      entity.attributes = try vector.properties.filter { $0.dest == nil }.map { try $0.attribute() }
      entity.relationships = vector.properties.compactMap { $0.relationship() }
      var stubs: [String: EntityDescription] = [:]
      for relationship in entity.relationships where relationship.destinationEntity != entity.name {
        let name = relationship.destinationEntity
        var stub = stubs[name] ?? EntityDescription(name: name)
        if let inverse = relationship.inverseName, !stub.relationships.contains(where: { $0.name == inverse })
        {
          var back = RelationshipDescription(name: inverse, destinationEntity: entity.name)
          back.inverseName = relationship.name
          stub.relationships.append(back)
        }
        stubs[name] = stub
      }
      let model = try ManagedObjectModel(name: "vector", entities: [entity] + stubs.values)
      #expect(
        VersionHash.hashes(of: model)[vector.entity]?.hexadecimalText == vector.hash, "\(vector.entity)")
    }
  }

  private struct Pair: Decodable {
    let digest: String?
    let checksum: String?
    let hashes: [String: Data]

    enum CodingKeys: String, CodingKey {
      case digest = "NSStoreModelVersionHashesDigest"
      case checksum = "NSStoreModelVersionChecksumKey"
      case hashes
    }
  }

  @Test func wholeModelsAndTheStoresMadeFromThem() throws {
    let pairs = Corpus.table("hash-pairs/INDEX.tsv").filter { $0["verified_with_vh"] == "full" }
    try #require(pairs.count >= 176)
    var digests = 0
    var checksums = 0
    for pair in pairs {
      let folder = "hash-pairs/\(try #require(pair["pair"]))"
      let file = "\(folder)/\(try #require(pair["matching_file"]))"
      let model = try ManagedObjectModelReader.read(try Corpus.bytes(file), name: "pair", path: file).model
      let expected = try JSONDecoder().decode(
        Pair.self, from: Data(try Corpus.bytes("\(folder)/hashes.json")))
      let hashes = VersionHash.hashes(of: model)
      #expect(hashes == expected.hashes.mapValues { [UInt8]($0) }, "\(file)")
      if let digest = expected.digest {
        #expect(VersionHash.digest(of: hashes) == digest, "\(file)")
        digests += 1
      }
      if let checksum = expected.checksum {
        #expect(VersionHash.checksum(of: hashes) == checksum, "\(file)")
        checksums += 1
      }
    }
    #expect(digests >= 58 && checksums >= 6)
    print("XML models beside hashes: \(pairs.count) in full, \(digests) digests, \(checksums) checksums")
  }

  /// A model that was edited after its store was made, and one of unknown making.
  private static let explained: [String: Set<String>] = [
    "alemar11__CoreDataPlus/momd__SampleModel.momd_SampleModel_2": ["Person"],
    "miolabs__MIOCoreData/momd_TestModel.momd_TestModel": ["SimpleEntity"],
  ]

  @Test func whatMissesIsExplainedEntityByEntity() throws {
    let pairs = Corpus.table("hash-pairs/INDEX.tsv").filter { $0["verified_with_vh"] != "full" }
    #expect(Set(pairs.compactMap { $0["pair"] }) == Set(Self.explained.keys))
    for pair in pairs {
      let name = try #require(pair["pair"])
      let expected = try JSONDecoder().decode(
        Pair.self, from: Data(try Corpus.bytes("hash-pairs/\(name)/hashes.json"))
      ).hashes
      // The best of the files there are.
      let misses = try Corpus.paths { path in
        path.hasPrefix("hash-pairs/\(name)/contents")
      }.map { path in
        let model = try ManagedObjectModelReader.read(try Corpus.bytes(path), name: "pair", path: path).model
        let hashes = VersionHash.hashes(of: model)
        return Set(expected.keys.filter { hashes[$0] != expected[$0].map { [UInt8]($0) } })
      }.min { $0.count < $1.count }
      #expect(misses == Self.explained[name], "\(name)")
    }
  }
}

/// A property as `hash-vectors.json` writes one from an archive.
private struct VectorProperty: Decodable {
  let name: String
  let opt: Bool
  let mod: String?
  let type: UInt32?
  let flags: Int?
  let elements: [VectorProperty]?
  let derivation: String?
  let dest: String?
  let inv: String?
  let min: Int?
  let max: Int?
  let ord: Bool?
  let selfinv: Bool?

  func attribute() throws -> AttributeDescription {
    let type = try #require(self.type.flatMap { AttributeType(rawValue: $0) })
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = opt
    attribute.versionHashModifier = mod
    attribute.allowsExternalBinaryDataStorage = (flags ?? 0) & 4 != 0
    attribute.preservesValueInHistoryOnDeletion = (flags ?? 0) & 16 != 0
    attribute.derivationExpression = derivation
    attribute.compositeElements = try (elements ?? []).map { try $0.attribute() }
    return attribute
  }

  func relationship() -> RelationshipDescription? {
    guard let dest else { return nil }
    var relationship = RelationshipDescription(name: name, destinationEntity: dest)
    relationship.isOptional = opt
    relationship.versionHashModifier = mod
    relationship.inverseName = inv
    relationship.minCount = UInt32(truncatingIfNeeded: min ?? 0)
    relationship.maxCount = UInt32(truncatingIfNeeded: max ?? 0)
    relationship.isToMany = max != 1
    relationship.isOrdered = ord ?? false
    return relationship
  }
}
