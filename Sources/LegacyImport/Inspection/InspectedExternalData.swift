import StoreProtection

/// A store's folder of external data, and how its files and the rows that name them fit.
package struct InspectedExternalData: Sendable, Hashable {
  /// What the rows refer to: known only where the store's version is.
  struct References: Sendable, Hashable {
    /// Files that rows name, each once.
    let referenced: Int64
    /// Of these, the ones that are there.
    let present: Int64
    /// Files that no row names.
    let orphaned: Int64

    var missing: Int64 { referenced - present }

    init(names: Set<String>, files: Set<String>) {
      referenced = Int64(names.count)
      present = Int64(names.intersection(files).count)
      orphaned = Int64(files.subtracting(names).count)
    }
  }

  /// Whether the folder is there.
  let isPresent: Bool
  let files: Int64
  /// Of all files.
  let size: Int64
  /// Things in the folder that are no files, or have a name that is not UTF-8.
  let strangers: Int64
  var references: References?

  init(_ folder: ExternalDataFolder) {
    isPresent = true
    files = Int64(folder.files.count)
    size = folder.files.reduce(0) { $0 + $1.size }
    strangers = Int64(folder.strangers)
  }

  /// No folder.
  init(absentWith references: References) {
    isPresent = false
    files = 0
    size = 0
    strangers = 0
    self.references = references
  }
}
