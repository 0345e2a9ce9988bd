/// Tables that are the framework's own, not a model's.
package enum FrameworkTable {
  /// In every store (format page 1.1).
  package static let system = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

  /// Persistent history (format page 1.5).
  package static func isHistory(_ table: String) -> Bool {
    ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains(table)
  }

  /// CloudKit mirroring (format page 1.6).
  package static func isCloudKit(_ table: String) -> Bool { table.hasPrefix("ANSCK") }
}
