/// Size and SHA-256 of a file's bytes: equal digests mean equal files.
package struct FileDigest: Sendable, Hashable {
  /// In bytes.
  package let size: Int64
  /// 64 lower-case hexadecimal digits.
  package let sha256: String

  package init(size: Int64, sha256: String) {
    self.size = size
    self.sha256 = sha256
  }
}
