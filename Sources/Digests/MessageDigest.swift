import CCrypto

/// A digest of the SHA family computed piece by piece.
///
/// Not copyable, because it owns a context of libcrypto, which is freed exactly once; `finalize` consumes it.
/// libcrypto refuses one for lack of memory only. That ends the program, as a failed allocation of Swift's
/// own does: the alternative would be a wrong digest.
package struct MessageDigest: ~Copyable {
  private let context: OpaquePointer?
  private let algorithm: DigestAlgorithm

  package init(_ algorithm: DigestAlgorithm) {
    self.algorithm = algorithm
    context = EVP_MD_CTX_new()
    let started = EVP_DigestInit_ex(context, algorithm.implementation, nil)
    precondition(started == 1, "libcrypto cannot start a digest")
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let accepted = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(accepted == 1, "libcrypto cannot continue a digest")
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of everything given so far: 20 bytes for SHA-1, 32 for SHA-256, 64 for SHA-512.
  package consuming func finalize() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: algorithm.byteCount)
    let finished = EVP_DigestFinal_ex(context, &digest, nil)
    precondition(finished == 1, "libcrypto cannot finish a digest")
    return digest
  }
}
