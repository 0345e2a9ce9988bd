import CoreData
import CryptoKit
import Foundation

/// NULLs and digest of one attribute of one exact entity. Objects come in ascending key.
struct AttributeTally {
  let name: String
  private let attribute: NSAttributeDescription
  private var nulls = 0
  private var hash = SHA256()
  /// Why there is no digest; nil where there is one.
  private let reason: String?

  init(_ attribute: NSAttributeDescription) {
    self.attribute = attribute
    name = attribute.name
    reason = Self.reason(attribute.attributeType)
  }

  /// Values that have no one form of bytes.
  private static func reason(_ type: NSAttributeType) -> String? {
    switch type {
    case .transformableAttributeType: "an archive has no one form of bytes"
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType,
      .doubleAttributeType, .floatAttributeType, .dateAttributeType, .decimalAttributeType, .stringAttributeType,
      .URIAttributeType, .UUIDAttributeType, .binaryDataAttributeType:
      nil
    default: "the type has no form of its own"
    }
  }

  mutating func take(_ value: Any?, key: Int64) {
    guard let value, !(value is NSNull) else {
      nulls += 1
      var record = Canonical()
      record.key(key)
      record.null()
      hash.update(data: record.bytes)
      return
    }
    guard reason == nil else { return }
    var record = Canonical()
    record.key(key)
    write(value, to: &record)
    hash.update(data: record.bytes)
  }

  private func write(_ value: Any, to record: inout Canonical) {
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      record.number((value as? NSNumber)?.int64Value ?? 0)
    case .floatAttributeType:
      record.real(Double((value as? NSNumber)?.floatValue ?? 0))
    case .dateAttributeType:
      record.real((value as? Date)?.timeIntervalSinceReferenceDate ?? 0)
    case .doubleAttributeType, .decimalAttributeType:
      record.real((value as? NSNumber)?.doubleValue ?? 0)
    case .stringAttributeType:
      record.text(value as? String ?? "")
    case .URIAttributeType:
      record.text((value as? URL)?.absoluteString ?? "")
    case .UUIDAttributeType:
      record.blob((value as? UUID).map { withUnsafeBytes(of: $0.uuid) { Data($0) } } ?? Data())
    default:
      record.blob(value as? Data ?? Data())
    }
  }

  func json(entity: String) -> [String: Any] {
    let digest = hash.finalize().map { String(format: "%02x", $0) }.joined()
    return [
      "entity": entity, "name": name, "nulls": nulls,
      "digest": reason == nil ? "sha256:" + digest : NSNull(), "reason": reason ?? NSNull(),
    ]
  }
}
