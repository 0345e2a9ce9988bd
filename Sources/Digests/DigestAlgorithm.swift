import CCrypto

package enum DigestAlgorithm: String, Sendable, Hashable {
  case sha256
  case sha512

  /// Length of a digest in bytes.
  package var byteCount: Int {
    switch self {
    case .sha256: 32
    case .sha512: 64
    }
  }

  var implementation: OpaquePointer? {
    switch self {
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}
