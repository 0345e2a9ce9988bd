/// A file that holds one value of an attribute that "allows external storage".
package struct ExternalDataFile: Sendable, Hashable {
  /// A UUID, as the store's rows name it.
  package let name: String
  package let path: String
  /// In bytes.
  package let size: Int64

  package init(name: String, path: String, size: Int64) {
    self.name = name
    self.path = path
    self.size = size
  }
}
