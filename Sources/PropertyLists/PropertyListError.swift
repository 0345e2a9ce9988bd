/// Why a property list cannot be read. It never holds anything of the list.
package enum PropertyListError: Error, Sendable, Hashable {
  /// Neither a binary (`bplist00`) nor an XML property list.
  case unknownForm
  case tooLarge(byteLimit: Int)
  /// Shorter than the fixed parts of its form, or its trailer points outside.
  case truncated
  /// The trailer's sizes and counts contradict the length.
  case invalidTrailer
  /// At this offset in bytes, something that no writer makes.
  case invalidObject(offset: Int)
  /// A type that Core Foundation's property lists do not have.
  case unsupportedObject(offset: Int, marker: UInt8)
  case cyclic(offset: Int)
  case tooDeep(limit: Int)
  /// References that unfold to more values than that.
  case tooManyValues(limit: Int)
  case duplicateKey(offset: Int)
  /// `line` is 0 where it concerns the whole document.
  case invalidXML(line: Int, reason: String)
}

extension PropertyListError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownForm: "it is neither a binary nor an XML property list"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .truncated: "it is cut short"
    case .invalidTrailer: "its trailer contradicts its length"
    case .invalidObject(let offset): "the object at byte \(offset) is malformed"
    case .unsupportedObject(let offset, let marker):
      "the object at byte \(offset) has the unknown type \(marker)"
    case .cyclic(let offset): "the object at byte \(offset) contains itself"
    case .tooDeep(let limit): "it is nested more than \(limit) deep"
    case .tooManyValues(let limit): "it unfolds to more than \(limit) values"
    case .duplicateKey(let offset): "the dictionary at byte \(offset) has a key twice"
    case .invalidXML(let line, let reason): line > 0 ? "line \(line): \(reason)" : reason
    }
  }
}
