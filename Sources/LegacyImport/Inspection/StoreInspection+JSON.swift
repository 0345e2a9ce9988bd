import CoreDataStore
import JSON
import Reports
import StoreProtection

extension StoreInspection {
  static let formatVersion: Int64 = 1

  /// The same store and models give the same value.
  package var jsonValue: JSONValue {
    [
      "formatVersion": .integer(Self.formatVersion),
      "exitStatus": .integer(Int64(exit.rawValue)),
      "store": .string(store),
      "files": files?.jsonValue ?? .null,
      "externalData": files?.externalData?.jsonValue ?? .null,
      "database": database?.jsonValue ?? .null,
      "metadata": metadata?.jsonValue ?? .null,
      "version": version?.jsonValue ?? .null,
      "entities": .array(entities.map(\.jsonValue)),
      "relationships": .array(relationships.map(\.jsonValue)),
      "transformables": .array(transformables.map(\.jsonValue)),
      "tables": .array(tables.map(\.jsonValue)),
      "findings": .array(Finding.list(findings).map(\.jsonValue)),
    ]
  }
}

extension JSONValue {
  static func optional(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

  static func optional(_ flag: Bool?) -> JSONValue { flag.map(JSONValue.bool) ?? .null }

  static func strings(_ list: [String]) -> JSONValue { .array(list.map(JSONValue.string)) }

  static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}

extension InspectedFiles {
  var jsonValue: JSONValue {
    [
      "files": .array(
        files.map {
          ["role": .string($0.role.rawValue), "name": .string($0.name), "bytes": .integer($0.size)]
        }),
      "isLinked": .bool(isLinked),
      "importFolder": .optional(importFolder),
      "leftovers": .strings(leftovers),
      "writeAheadLog": writeAheadLog?.jsonValue ?? .null,
      "rollbackJournal": rollbackJournal?.jsonValue ?? .null,
    ]
  }
}

extension WriteAheadLog {
  var jsonValue: JSONValue {
    [
      "bytes": .integer(size), "state": .string(inspectedState.rawValue),
      "committedFrames": .count(committedFrames), "uncommittedFrames": .count(uncommittedFrames),
      "lostCommits": .count(lostCommits),
    ]
  }
}

extension RollbackJournal {
  var jsonValue: JSONValue {
    [
      "bytes": .integer(size), "state": .string(inspectedState), "pages": .count(playableRecords),
      "missingPages": .count(missingRecords), "namesAnotherFile": .bool(superJournal != nil),
    ]
  }
}

extension InspectedExternalData {
  var jsonValue: JSONValue {
    [
      "isPresent": .bool(isPresent), "files": .integer(files), "bytes": .integer(size),
      "strangers": .integer(strangers), "referenced": .optional(references?.referenced),
      "present": .optional(references?.present), "missing": .optional(references?.missing),
      "orphaned": .optional(references?.orphaned),
    ]
  }
}

extension InspectedDatabase {
  var jsonValue: JSONValue {
    [
      "pageSize": .integer(pageSize), "encoding": .optional(encoding),
      "usesWriteAheadLog": .bool(usesWriteAheadLog), "views": .count(views), "triggers": .count(triggers),
      "unchecked": .strings(quickCheck?.unchecked ?? []),
      "problems": quickCheck.map { check in
        .object(
          Dictionary(
            check.problems.map { ($0.key.rawValue, JSONValue.count($0.value)) }, uniquingKeysWith: { $1 }))
      } ?? .null,
    ]
  }
}

extension InspectedMetadata {
  var jsonValue: JSONValue {
    [
      "uuid": .string(uuid), "keys": .strings(keys), "frameworkVersion": .optional(frameworkVersion),
      "hashesVersion": .optional(hashesVersion), "versionIdentifiers": .strings(versionIdentifiers),
      "era": era?.jsonValue ?? .null,
    ]
  }
}

extension SchemaEra {
  var jsonValue: JSONValue {
    [
      "modelCache": .bool(hasModelCache), "joinIndexes": .bool(hasJoinIndex),
      "plainIndexes": .bool(hasPlainIndexes), "tableConstraints": .bool(hasTableConstraints),
    ]
  }
}

extension InspectedVersion {
  var jsonValue: JSONValue {
    [
      "answer": .string(answer.rawValue), "name": .optional(name),
      "recognisedBy": .optional(recognisedBy?.rawValue), "alike": .strings(alike),
      "cachedModel": .string(cached.rawValue), "nearest": nearest?.jsonValue ?? .null,
      "candidates": .array(candidates.map(\.jsonValue)),
    ]
  }
}

extension RecognitionCandidate {
  var jsonValue: JSONValue {
    [
      "name": .string(name), "equalEntities": .count(equal), "differingEntities": .strings(differing),
      "sameIdentifiers": .bool(hasIdentifiers),
      "structure": .array(
        structure.differences.map {
          [
            "entity": .optional($0.entity), "missing": .strings($0.missing), "extra": .strings($0.extra),
          ]
        }),
    ]
  }
}

extension InspectedEntity {
  var jsonValue: JSONValue {
    [
      "name": .string(name), "earlierName": .optional(earlierName), "number": .integer(number),
      "superentity": .optional(superentity), "isAbstract": .optional(isAbstract), "table": .optional(table),
      "rows": .optional(rows),
    ]
  }
}

extension InspectedRelationship {
  var jsonValue: JSONValue {
    [
      "entity": .string(entity), "name": .string(name), "destination": .string(destination),
      "inverse": .optional(inverse), "isToMany": .bool(isToMany), "isOrdered": .bool(isOrdered),
      "links": .optional(links),
    ]
  }
}

extension InspectedTransformable {
  var jsonValue: JSONValue {
    [
      "entity": .string(entity), "name": .string(name),
      "formats": formats.map { .object($0.mapValues(JSONValue.integer)) } ?? .null,
    ]
  }
}

extension InspectedTable {
  var jsonValue: JSONValue {
    [
      "name": .string(name), "kind": .string(kind.rawValue), "rows": .optional(rows),
      "unknownRows": .optional(unknownRows),
    ]
  }
}
