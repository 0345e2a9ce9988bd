package import Diagnostics
package import FileOperations

/// A result that was put in place.
package struct Placement: Sendable, Hashable {
  /// Of OUTPUT.
  package let digest: FileDigest
  /// How many external data files were copied; those that were there already do not count.
  package let externalFilesCopied: Int
  package let findings: [Diagnostic]
}
