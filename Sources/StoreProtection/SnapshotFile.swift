package import FileOperations

/// One file of a snapshot.
package struct SnapshotFile: Sendable, Hashable {
  package let role: StoreFileRole
  package let sourcePath: String
  /// Of our copy.
  package let path: String
  /// Of the source's bytes. Our copy of a journal may have been cut since.
  package let digest: FileDigest
}
