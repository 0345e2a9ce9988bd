import CoreDataStore
import Diagnostics
import SQLite

/// What is in a store, as far as it can be told. It holds names and numbers, and no value of the data.
package struct StoreInspection: Sendable {
  /// File name, without its folder.
  let store: String
  var exit = ExitStatus.clean
  /// Nil without a file.
  var files: InspectedFiles?
  /// Nil where it was never opened.
  var database: InspectedDatabase?
  /// Nil where it cannot be read.
  var metadata: InspectedMetadata?
  /// Nil without metadata.
  var version: InspectedVersion?
  /// By number.
  var entities: [InspectedEntity] = []
  /// By entity and name; none without a model.
  var relationships: [InspectedRelationship] = []
  /// By entity and name; none without a model.
  var transformables: [InspectedTransformable] = []
  /// By name.
  var tables: [InspectedTable] = []
  var findings: [Diagnostic] = []
  /// What the file says of its schema; nil where it cannot be read. No JSON of an inspection has it.
  var catalog: SchemaCatalog?
  /// Where the recognised version lies in the file; nil where the file is not laid out like it.
  var layout: StoreLayout?

  init(store: String) { self.store = store }
}
