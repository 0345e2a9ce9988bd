import CoreDataModel
import CoreDataStore
import Digests
import JSON
import Reports

/// What an inspection found in a store, with every name told by `SafeNames`.
struct BundledStore {
  let inspection: StoreInspection
  let names: SafeNames

  /// In this order names get their pseudonyms: first whatever stands in the file.
  var fields: [String: JSONValue] {
    let schema = inspection.catalog.map {
      BundledSchema(catalog: $0, tables: inspection.tables, layout: inspection.layout, names: names).jsonValue
    }
    let entities = inspection.entities.map(entity)
    return [
      "schema": schema ?? .null,
      "entities": .array(entities),
      "files": inspection.files.map { BundledFiles(files: $0).jsonValue } ?? .null,
      "database": inspection.database.map(database) ?? .null,
      "metadata": inspection.metadata.map(metadata) ?? .null,
      "version": inspection.version.map(version) ?? .null,
      "relationships": .array(inspection.relationships.map(relationship)),
      "transformables": .array(
        inspection.transformables.map {
          [
            "entity": .string(names($0.entity, .entity)), "name": .string(names.subject($0.name, .property)),
            "formats": $0.formats.map { .object($0.mapValues(JSONValue.integer)) } ?? .null,
          ]
        }),
      "findings": BundledFindings(Finding.list(inspection.findings), names: names).jsonValue,
      "inspectStatus": .integer(Int64(inspection.exit.rawValue)),
    ]
  }

  private func entity(_ entity: InspectedEntity) -> JSONValue {
    [
      "name": .string(names(entity.name, .entity)),
      "earlierName": .optional(entity.earlierName.map { names($0, .entity) }),
      "number": .integer(entity.number), "superentity": .optional(entity.superentity),
      "isAbstract": .optional(entity.isAbstract),
      "table": .optional(entity.table.map { names($0, .table) }), "rows": .optional(entity.rows),
    ]
  }

  private func database(_ database: InspectedDatabase) -> JSONValue {
    guard case .object(var fields) = database.jsonValue else { return .null }
    fields["unchecked"] = .array(
      (database.quickCheck?.unchecked ?? []).map { .string(names($0, .table)) })
    return .object(fields)
  }

  private func metadata(_ metadata: InspectedMetadata) -> JSONValue {
    [
      "keys": .array(metadata.keys.map { .string(names.metadataKey($0)) }),
      "frameworkVersion": .optional(metadata.frameworkVersion),
      "hashesVersion": .optional(metadata.hashesVersion),
      "versionIdentifiers": .array(metadata.versionIdentifiers.map { .string(names.version($0)) }),
      "era": metadata.era?.jsonValue ?? .null,
      "versionHashes": .array(
        metadata.versionHashes.inKeyOrder.map { entity, hash in
          [
            "entity": .string(names(entity, .entity)),
            "hash": KnownNames.isHash(hash) ? .string(hash.hexadecimalText) : .null,
          ]
        }),
    ]
  }

  private func version(_ version: InspectedVersion) -> JSONValue {
    [
      "answer": .string(version.answer.rawValue), "name": .optional(version.name.map(names.version)),
      "recognisedBy": .optional(version.recognisedBy?.rawValue),
      "alike": .array(version.alike.map { .string(names.version($0)) }),
      "cachedModel": .string(version.cached.rawValue),
      "nearest": version.nearest.map(candidate) ?? .null,
      "candidates": .array(version.candidates.map(candidate)),
    ]
  }

  private func candidate(_ candidate: RecognitionCandidate) -> JSONValue {
    [
      "name": .string(names.version(candidate.name)),
      "equalEntities": .integer(Int64(candidate.equal)),
      "differingEntities": .array(candidate.differing.map { .string(names($0, .entity)) }),
      "sameIdentifiers": .bool(candidate.hasIdentifiers),
      "structure": .array(
        candidate.structure.differences.map { difference in
          [
            "entity": .optional(difference.entity.map { names($0, .entity) }),
            "missing": .array(difference.missing.map { .string(names.subject($0, .name)) }),
            "extra": .array(difference.extra.map { .string(names.subject($0, .name)) }),
          ]
        }),
    ]
  }

  private func relationship(_ relationship: InspectedRelationship) -> JSONValue {
    [
      "entity": .string(names(relationship.entity, .entity)),
      "name": .string(names(relationship.name, .property)),
      "destination": .string(names(relationship.destination, .entity)),
      "inverse": .optional(relationship.inverse.map { names($0, .property) }),
      "isToMany": .bool(relationship.isToMany), "isOrdered": .bool(relationship.isOrdered),
      "links": .optional(relationship.links),
    ]
  }
}
