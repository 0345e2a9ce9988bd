/// SHA-256 of bytes that are in memory: 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = MessageDigest(.sha256)
  digest.update(bytes)
  return digest.finalize()
}

/// SHA-512 of bytes that are in memory: 64 bytes.
package func sha512(_ bytes: [UInt8]) -> [UInt8] {
  var digest = MessageDigest(.sha512)
  digest.update(bytes)
  return digest.finalize()
}
