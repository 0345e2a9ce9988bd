package import FileOperations

/// One of the files of a store, as it was found.
package struct StoreFile: Sendable, Hashable {
  package let role: StoreFileRole
  package let path: String
  package let status: FileStatus
}
