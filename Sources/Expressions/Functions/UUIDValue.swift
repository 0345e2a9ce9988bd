import Digests

/// A UUID as stores keep it (format page 4.6).
struct UUIDValue: Sendable, Hashable {
  /// 16, in the order of the written form.
  let bytes: [UInt8]

  /// Nil unless there are 16.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// The written form of RFC 9562, 8-4-4-4-12 digits of either case, and nothing else.
  init?(text: [UInt8]) {
    guard text.count == 36 else { return nil }
    var digits: [UInt8] = []
    for (place, character) in text.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard character == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
        digits.append(UInt8(digit))
      }
    }
    bytes = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Version 5 of RFC 9562, from the bytes of the name as they are.
  init(namespace: UUIDValue, name: [UInt8]) {
    var digest = MessageDigest(.sha1)
    digest.update(namespace.bytes)
    digest.update(name)
    var bytes = Array(digest.finalize().prefix(16))
    bytes[6] = 0x50 | (bytes[6] & 0x0f)
    bytes[8] = 0x80 | (bytes[8] & 0x3f)
    self.bytes = bytes
  }

  /// In upper case, as Core Data writes them.
  var text: String { bytes.uuidText }
}
