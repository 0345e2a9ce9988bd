/// A document of YAML, read into values; JSON is YAML too.
///
/// A document is a tree and nothing else: anchors, aliases and tags are refused, so that a few bytes cannot become many.
/// What libyaml cannot read of JSON are escaped surrogate pairs (`\ud83d\ude00`) and keys longer than 1024 characters.
package struct YAMLDocument: Sendable, Hashable {
  package let root: YAMLNode

  /// - Parameters:
  ///   - bytes: The document in UTF-8, with a byte order mark or without.
  ///   - limits: Where reading stops.
  /// - Throws: `YAMLError` for the first thing wrong.
  package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
    guard bytes.count <= limits.bytes else {
      throw YAMLError(.tooLarge(byteLimit: limits.bytes), at: YAMLMark(line: 1, column: 1))
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    try YAMLCharacters.check(text)
    root = try YAMLTreeBuilder(limits: limits).build(text)
  }
}
