import CUnistring

/// What Unicode's tables say of texts, as UTF-8. NUL is a character like others.
///
/// GNU libunistring does the work: normal forms and foldings of characters that a version of Unicode knows never
/// change in later ones (Unicode's stability policy), so its version decides about newer characters alone.
package enum UnicodeText {
  /// Normalization Form C (Unicode Standard Annex 15); nil for bytes that are no UTF-8.
  package static func nfc(_ text: UnsafeRawBufferPointer) -> [UInt8]? { map(text, il_u8_nfc) }

  /// Normalization Form D; nil for bytes that are no UTF-8.
  package static func nfd(_ text: UnsafeRawBufferPointer) -> [UInt8]? { map(text, il_u8_nfd) }

  /// Full case folding: statuses C and F of `CaseFolding.txt`, no Turkic mappings. The result is not normalised. Nil for
  /// bytes that are no UTF-8.
  package static func casefold(_ text: UnsafeRawBufferPointer) -> [UInt8]? { map(text, il_u8_casefold) }

  /// Without the characters at either end that have the property White_Space; nil for bytes that are no UTF-8.
  package static func trimmed(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard isUTF8(text) else { return nil }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return [] }
    return Array(String(scalars[first...last]).utf8)
  }

  /// The library does not look for itself whether its input is well formed.
  package static func isUTF8(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.bindMemory(to: UInt8.self).baseAddress else { return true }
    return u8_check(start, text.count) == nil
  }

  private static func map(
    _ text: UnsafeRawBufferPointer,
    _ function: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt8>?
  ) -> [UInt8]? {
    guard isUTF8(text) else { return nil }
    guard let start = text.bindMemory(to: UInt8.self).baseAddress, !text.isEmpty else { return [] }
    var length = 0
    guard let result = function(start, text.count, &length) else {
      // Lack of memory is all that is left; a failed allocation of Swift's own ends the program too.
      preconditionFailure("libunistring is out of memory")
    }
    defer { free(result) }
    return Array(UnsafeBufferPointer(start: result, count: length))
  }
}
