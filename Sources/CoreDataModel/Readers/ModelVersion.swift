/// One version in a bundle, whether it can be read or not.
package struct ModelVersion: Sendable {
  /// The file name without `.xcdatamodel`.
  package let name: String
  /// For messages.
  package let path: String
  package let result: Result<ManagedObjectModel, ModelError>
  /// Empty for a version that cannot be read.
  package let warnings: [ModelWarning]
}
