/// Tables that are the framework's own, not a model's.
package enum FrameworkTable {
  /// In every store (format page 1.1).
  package static let system = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

  private static let history: Set<String> = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

  private static let cloudKitPrefix = "ANSCK"
  /// What follows the prefix in the names that are reported (format page 1.6).
  private static let cloudKit: Set<String> = [
    "DATABASEMETADATA", "EVENT", "EXPORTEDOBJECT", "EXPORTMETADATA", "EXPORTOPERATION",
    "HISTORYANALYZERSTATE",
    "IMPORTOPERATION", "IMPORTPENDINGRELATIONSHIP", "METADATAENTRY", "MIRROREDRELATIONSHIP",
    "MIRROREDRELATIONSHIPSYSTEMFIELDSASSET", "RECORDMETADATA", "RECORDMETADATAENCODEDRECORDASSET",
    "RECORDMETADATASYSTEMFIELDSASSET", "RECORDZONEMETADATA", "RECORDZONEMETADATAENCODEDSHAREASSET",
    "RECORDZONEMOVERECEIPT", "RECORDZONEQUERY",
  ]

  /// The group a table belongs to; nil for one that is not known as the framework's, whatever its name begins with.
  ///
  /// - Parameter primaryKeys: of the store: they name entities of CloudKit mirroring that came later.
  package static func group(of table: String, primaryKeys: [PrimaryKeyRow]) -> FrameworkGroup? {
    if history.contains(table) { return .history }
    guard table.hasPrefix(cloudKitPrefix) else { return nil }
    let isKnown = cloudKit.contains(String(table.dropFirst(cloudKitPrefix.count)))
    let isNumbered = primaryKeys.contains {
      FrameworkGroup.cloudKit.numbers.contains($0.number) && "A" + $0.name.uppercased() == table
    }
    return isKnown || isNumbered ? .cloudKit : nil
  }
}
