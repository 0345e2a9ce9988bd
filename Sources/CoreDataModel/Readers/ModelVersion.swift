/// One version in a bundle, whether it can be read or not.
package struct ModelVersion: Sendable {
  /// The file name without `.xcdatamodel`.
  package let name: String
  /// For messages.
  package let path: String
  package let result: Result<ManagedObjectModel, ModelError>
  /// Whether it was read from what Xcode compiles, a keyed archive, and not from a source.
  package var isCompiled = false
  /// Entity to version hash as the compiler computed it, of the `VersionInfo.plist` beside it; nil where that has none.
  package var publishedHashes: [String: [UInt8]]?
  /// Empty for a version that cannot be read.
  package let warnings: [ModelWarning]
}
