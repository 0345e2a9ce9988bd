import CLibXML2

/// A whole document, read into values.
///
/// Nothing outside the given bytes is ever read: no network, no DTD, no external entity. A document that
/// declares entities is refused, so that a few bytes cannot become many.
package struct XMLDocument: Sendable, Hashable {
  package let root: XMLElement

  /// - Parameters:
  ///   - bytes: The document in any encoding that libxml2 detects; UTF-8 unless it says otherwise.
  ///   - limits: Where reading stops.
  /// - Throws: `XMLError`, with the line of the first thing wrong.
  package init(parsing bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    guard !bytes.isEmpty else { throw XMLError.empty }
    guard bytes.count <= min(limits.bytes, Int(Int32.max)) else {
      throw XMLError.tooLarge(byteLimit: limits.bytes)
    }
    let builder = XMLTreeBuilder(limits: limits)
    let failure = builder.parse(bytes)
    if let refusal = builder.refusal ?? failure { throw refusal }
    guard let root = builder.root else { throw XMLError.empty }
    self.root = root
  }
}
