import CoreDataModel
import Digests
import JSON

/// What `model hash` prints of one version.
struct HashText {
  private let model: ManagedObjectModel
  private let hashes: [String: [UInt8]]

  init(_ model: ManagedObjectModel) {
    self.model = model
    hashes = VersionHash.hashes(of: model)
  }

  var text: String {
    var text = "\(model.name)\n"
    for (entity, hash) in hashes.inOrder {
      let mark = VersionHash.unverifiedConstructs(of: entity, in: model).isEmpty ? "" : " *"
      text += "\(hash.hexadecimalText)  \(entity)\(mark)\n"
    }
    return text
      + "digest    \(VersionHash.digest(of: hashes))\nchecksum  \(VersionHash.checksum(of: hashes))\n"
  }

  var json: JSONValue {
    [
      "version": .string(model.name),
      "digest": .string(VersionHash.digest(of: hashes)),
      "checksum": .string(VersionHash.checksum(of: hashes)),
      "entities": .array(
        hashes.inOrder.map { entity, hash in
          let reasons = VersionHash.unverifiedConstructs(of: entity, in: model).map(\.reason.rawValue)
          return [
            "name": .string(entity), "hash": .string(hash.hexadecimalText),
            "notProven": .array(Set(reasons).sorted().map(JSONValue.string)),
          ]
        }),
    ]
  }
}
