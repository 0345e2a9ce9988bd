/// Reads a property list of either form.
package enum PropertyListReader {
  /// - Throws: `PropertyListError`.
  package static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(PropertyListError) -> PropertyList {
    if bytes.starts(with: BinaryPropertyListReader.magic) {
      return try BinaryPropertyListReader.read(bytes, limits: limits)
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: byteOrderMark) ? bytes[3...] : bytes[...]
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "<") else { throw PropertyListError.unknownForm }
    return try XMLPropertyListReader.read(bytes, limits: limits)
  }
}
