import CoreDataMapping
import CoreDataStore
import Diagnostics
import FileOperations

/// What validation needs: two files, and what one should have become of the other.
package struct ValidationRequest: Sendable {
  /// A private copy of the source with its log folded in; nobody writes to it.
  package var sourcePath: String
  package var destinationPath: String
  package var plan: MigrationPlan
  package var keys: OldIDMap
  /// The layouts the writer used; validation finds its own and refuses where they disagree.
  package var sourceLayout: StoreLayout
  package var destinationLayout: StoreLayout
  /// Folder of the source's external data files (`_EXTERNAL_DATA`); nil when there is none.
  package var externalDataFolder: String?
  /// Names of external files that were not there when the run was planned: values in them are NULL by consent.
  package var lostFiles: Set<String>
  /// The triggers that the new store should have; they are the only ones.
  package var triggers: [StoreSchema.Trigger]
  /// Groups of the framework's own tables that the new store should have as the source has them; of the others it has
  /// nothing.
  package var frameworkGroups: Set<FrameworkGroup>
  /// The empty store that the new one is a filled copy of; nil where it was made anew.
  package var templatePath: String?
  /// The spatial indexes that the new store should have.
  package var spatialIndexes: [SpatialIndex]
  /// Of a later step: what leads from the keys of the store that was given to those of this source. Nil where they are
  /// the same.
  package var earlier: KeyWalk?
  /// A destination that stands in a place of its own has external data of its own.
  package var destinationFiles = DestinationFiles.ofSource
  /// Whether what the writer alone decides is compared too: counters of changes, triggers, the framework's own tables,
  /// and what an R-tree's statement says.
  package var comparesBookkeeping = true
  /// What a person is to do about a difference.
  package var differenceRecovery = EvidenceBook.newResultRecovery
  package var files: FileOperations
  /// Told of rows as they are compared.
  package var meter: WorkMeter?

  package enum DestinationFiles: Sendable, Hashable {
    /// The result is not in its place yet: its cells name the source's files.
    case ofSource
    /// Folder of the destination's own files (`_EXTERNAL_DATA`).
    case own(folder: String)
  }

  package init(
    sourcePath: String, destinationPath: String, plan: MigrationPlan, keys: OldIDMap,
    sourceLayout: StoreLayout, destinationLayout: StoreLayout, externalDataFolder: String?,
    lostFiles: Set<String> = [], triggers: [StoreSchema.Trigger] = [], spatialIndexes: [SpatialIndex] = [],
    frameworkGroups: Set<FrameworkGroup> = [], templatePath: String? = nil,
    files: FileOperations = FileOperations()
  ) {
    self.sourcePath = sourcePath
    self.destinationPath = destinationPath
    self.plan = plan
    self.keys = keys
    self.sourceLayout = sourceLayout
    self.destinationLayout = destinationLayout
    self.externalDataFolder = externalDataFolder
    self.files = files
    self.lostFiles = lostFiles
    self.triggers = triggers
    self.frameworkGroups = frameworkGroups
    self.templatePath = templatePath
    self.spatialIndexes = spatialIndexes
  }
}
