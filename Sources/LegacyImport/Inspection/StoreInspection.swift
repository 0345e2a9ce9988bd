import CoreDataStore
import Diagnostics

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

  init(store: String) { self.store = store }
}
