import CoreDataMapping
import CoreDataModel
import FileOperations

/// What it takes to compare the first store of a run of several steps with the last one.
package struct WalkRequest: Sendable {
  /// Private copy of the store that was given.
  package var sourcePath: String
  /// Its model; that of the first plan may have more, which rules have made.
  package var model: ManagedObjectModel
  package var destinationPath: String
  /// Of each step, in their order.
  package var plans: [MigrationPlan]
  package var keys: KeyWalk
  /// For each step, properties of its destination to which a rule gave what is not the source's.
  package var touched: [Set<PropertyKey>]
  /// Whether a rule made rows, or left some out.
  package var changesRows: Bool
  package var externalDataFolder: String?
  /// External files that were not there when their content was needed.
  package var lostFiles: Set<String>
  package var files: FileOperations

  package init(
    sourcePath: String, model: ManagedObjectModel, destinationPath: String, plans: [MigrationPlan],
    keys: KeyWalk,
    touched: [Set<PropertyKey>] = [], changesRows: Bool = false, externalDataFolder: String? = nil,
    lostFiles: Set<String> = [], files: FileOperations = FileOperations()
  ) {
    self.sourcePath = sourcePath
    self.model = model
    self.destinationPath = destinationPath
    self.plans = plans
    self.keys = keys
    self.touched = touched
    self.changesRows = changesRows
    self.externalDataFolder = externalDataFolder
    self.lostFiles = lostFiles
    self.files = files
  }
}
