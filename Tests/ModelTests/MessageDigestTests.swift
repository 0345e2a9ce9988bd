import Digests
import Testing

@Suite struct MessageDigestTests {
  @Test func knownVectorsOfTheStandard() {
    let abc = Array("abc".utf8)
    #expect(
      sha256(abc).hexadecimalText == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      sha256([]).hexadecimalText == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      sha512(abc).hexadecimalText
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
  }

  /// FIPS 180-4's example, for the one algorithm that has no function of its own.
  @Test func sha1OfTheStandard() {
    var digest = MessageDigest(.sha1)
    digest.update(Array("abc".utf8))
    #expect(digest.finalize().hexadecimalText == "a9993e364706816aba3e25717850c26c9cd0d89d")
  }

  @Test func piecesGiveWhatTheWholeGives() {
    let whole = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for algorithm in [DigestAlgorithm.sha256, .sha512] {
      var digest = MessageDigest(algorithm)
      digest.update([])
      digest.update(Array(whole[..<777]))
      whole[777...].withUnsafeBytes { digest.update($0) }
      let pieces = digest.finalize()
      #expect(pieces == (algorithm == .sha256 ? sha256(whole) : sha512(whole)))
      #expect(pieces.count == algorithm.byteCount)
    }
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func base64(_ plain: String, _ encoded: String) {
    #expect(Array(plain.utf8).base64Text == encoded)
  }

  @Test func base64UsesTheStandardAlphabet() {
    #expect([UInt8](arrayLiteral: 0xFB, 0xFF, 0xBF).base64Text == "+/+/")
  }
}
