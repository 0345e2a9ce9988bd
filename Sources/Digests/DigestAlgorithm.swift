import CCrypto

package enum DigestAlgorithm: String, Sendable, Hashable {
  /// For what a published format asks for it (UUIDs of version 5), never as a proof of anything.
  case sha1
  case sha256
  case sha512

  /// Length of a digest in bytes.
  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha512: 64
    }
  }

  var implementation: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}
