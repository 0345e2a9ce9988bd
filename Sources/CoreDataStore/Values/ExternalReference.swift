/// What stands in a cell of a binary attribute with external storage (format page 4.9).
package enum ExternalReference: Sendable, Hashable {
  /// `01`, then the bytes.
  case inline
  /// `02`, the name of a file in `_EXTERNAL_DATA` (36 characters), and usually `00`.
  case file(String)
  /// Neither: the attribute once had no external storage, or the value is broken.
  case untagged

  package static let inlineTag: UInt8 = 1
  package static let fileTag: UInt8 = 2
  private static let nameLength = 36

  package init(_ bytes: UnsafeRawBufferPointer) {
    switch bytes.first {
    case Self.inlineTag: self = .inline
    case Self.fileTag
    where bytes.count == 1 + Self.nameLength || (bytes.count == 2 + Self.nameLength && bytes.last == 0):
      let name = String(decoding: bytes[1...Self.nameLength], as: UTF8.self)
      // A name is a UUID; anything that could lead out of the folder is no reference.
      self = name.utf8.allSatisfy { Self.isNameByte($0) } ? .file(name) : .untagged
    default: self = .untagged
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
