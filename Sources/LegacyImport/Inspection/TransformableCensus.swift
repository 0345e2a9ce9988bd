import CoreDataModel
import CoreDataStore
import SQLite

/// Counts the formats of what stands in transformable attributes, and in the binary leaves of composites, where
/// SwiftData puts Codable values.
struct TransformableCensus {
  private let layout: StoreLayout
  private let model: ManagedObjectModel

  init(_ layout: StoreLayout) {
    self.layout = layout
    model = layout.model
  }

  func run(_ reader: TolerantReader) throws -> [InspectedTransformable] {
    var result: [InspectedTransformable] = []
    for entity in model.entities {
      for attribute in entity.attributes where !attribute.isTransient {
        let leaves = attribute.compositeElements.filter { $0.type == .binary || $0.type == .transformable }
        let asked =
          (attribute.type == .transformable ? [(attribute.name, attribute)] : [])
          + leaves.map { ("\(attribute.name).\($0.name)", $0) }
        for (name, value) in asked {
          result.append(
            InspectedTransformable(
              entity: entity.name, name: name,
              formats: try formats(
                of: PropertyKey(entity.name, name), isTagged: value.allowsExternalBinaryDataStorage, reader)))
        }
      }
    }
    return result.sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
  }

  private func formats(of key: PropertyKey, isTagged: Bool, _ reader: TolerantReader) throws
    -> [String: Int64]?
  {
    guard let column = layout.column(of: key), let table = layout.table(of: key.entity) else { return nil }
    let numbers = model.subtree(of: key.entity).compactMap { layout.number(of: $0) }.map(String.init)
    // What stands in the column in rows of other entities of the table is nobody's value (format page 0.2).
    let sql = """
      SELECT \(Identifier.quoted(column)) FROM \(Identifier.quoted(table.name)) NOT INDEXED
      WHERE Z_ENT IN (\(numbers.joined(separator: ", "))) AND \(Identifier.quoted(column)) IS NOT NULL
      """
    return try reader.ask { connection in
      var formats: [String: Int64] = [:]
      let statement = try connection.prepare(sql)
      while try statement.step() {
        let isBlob = statement.storageClass(at: 0) == .blob
        let format = statement.withBytes(at: 0) { bytes in
          isBlob ? Self.format(of: bytes, isTagged: isTagged) : "unknown"
        }
        formats[format, default: 0] += 1
      }
      return formats
    }
  }

  private static func format(of bytes: UnsafeRawBufferPointer, isTagged: Bool) -> String {
    guard isTagged else { return TransformableValue(Array(bytes)).format }
    return switch ExternalReference(bytes) {
    case .inline: TransformableValue(Array(bytes.dropFirst())).format
    case .file: "external"
    case .untagged: TransformableValue(Array(bytes)).format
    }
  }
}

extension TransformableValue {
  fileprivate var format: String {
    switch self {
    case .keyedArchive: "keyed-archive"
    case .propertyList: "property-list"
    case .json: "json"
    case .unreadable: "unreadable"
    case .unknown: "unknown"
    }
  }
}
