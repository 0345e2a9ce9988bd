import JSON
import StoreProtection

/// The files of a store by what they are for, without their names.
struct BundledFiles {
  let files: InspectedFiles

  var jsonValue: JSONValue {
    [
      "files": .array(files.files.map { ["role": .string($0.role.rawValue), "bytes": .integer($0.size)] }),
      "isLinked": .bool(files.isLinked),
      "leftovers": .integer(Int64(files.leftovers.count)),
      "hasImportFolder": .bool(files.importFolder != nil),
      "externalData": files.externalData?.jsonValue ?? .null,
      "header": files.header.map(header) ?? .null,
      "writeAheadLog": files.writeAheadLog.map(log) ?? .null,
      "rollbackJournal": files.rollbackJournal?.jsonValue ?? .null,
    ]
  }

  private func header(_ header: DatabaseHeader) -> JSONValue {
    [
      "pageSize": .integer(Int64(header.pageSize)), "writeVersion": .integer(Int64(header.writeVersion)),
      "readVersion": .integer(Int64(header.readVersion)),
      "reservedBytes": .integer(Int64(header.reservedBytes)),
      "changeCounter": .integer(Int64(header.changeCounter)), "pageCount": .integer(Int64(header.pageCount)),
      "isPageCountValid": .bool(header.isPageCountValid),
      "freePageCount": .integer(Int64(header.freePageCount)),
      "schemaCookie": .integer(Int64(header.schemaCookie)),
      "schemaFormat": .integer(Int64(header.schemaFormat)), "isAutoVacuum": .bool(header.isAutoVacuum),
      "isIncrementalVacuum": .bool(header.isIncrementalVacuum),
      "textEncoding": .integer(Int64(header.textEncoding)),
      "sqliteVersion": .integer(Int64(header.sqliteVersion)),
    ]
  }

  private func log(_ log: WriteAheadLog) -> JSONValue {
    guard case .object(var fields) = log.jsonValue else { return .null }
    fields["validFrames"] = .integer(Int64(log.validFrames))
    // Frames behind these are of an earlier round: their salts are others.
    fields["roundFrames"] = .integer(Int64(log.roundFrames))
    fields["checkpointSequence"] = log.header.map { .integer(Int64($0.checkpointSequence)) } ?? .null
    fields["pageSize"] = log.header.map { .integer(Int64($0.pageSize)) } ?? .null
    return .object(fields)
  }
}
