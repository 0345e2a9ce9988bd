import JSON
import PropertyLists

/// What the bytes of a transformable attribute, or of a Codable value, hold (format page 4.7, 4.12).
///
/// It is for looking only: a migration copies the bytes and never comes here. Nothing is instantiated, and what is too
/// large, too deep or contains itself is refused.
package enum TransformableValue: Sendable, Equatable {
  /// Made by `NSKeyedArchiver`, in binary or XML.
  case keyedArchive(ValueTree)
  /// Another property list, in binary or XML.
  case propertyList(ValueTree)
  /// An object or an array. A single word or number could be anything.
  case json(ValueTree)
  /// Begins like one of these, and cannot be read or is beyond the limits.
  case unreadable
  /// A format that is not known: the bytes are all there is to say.
  case unknown

  package static let usualLimits = PropertyListLimits(bytes: 64 << 20, depth: 128, values: 1_000_000)

  package init(_ bytes: [UInt8], limits: PropertyListLimits = Self.usualLimits) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch first.map({ Unicode.Scalar($0) }) {
    case "{", "[": self = Self.json(bytes, limits)
    case "<", "\u{EF}": self = Self.propertyList(bytes, limits)
    case _ where bytes.starts(with: BinaryPropertyListReader.magic): self = Self.propertyList(bytes, limits)
    default: self = .unknown
    }
  }

  /// Nil where the bytes alone can be told.
  package var tree: ValueTree? {
    switch self {
    case .keyedArchive(let tree), .propertyList(let tree), .json(let tree): tree
    case .unreadable, .unknown: nil
    }
  }

  private static func propertyList(_ bytes: [UInt8], _ limits: PropertyListLimits) -> TransformableValue {
    do {
      let list = try PropertyListReader.read(bytes, limits: limits)
      if let archive = KeyedArchive(list) { return .keyedArchive(try archive.tree(limits: limits)) }
      return .propertyList(try list.tree())
    } catch .unknownForm {
      return .unknown
    } catch .invalidXML where !bytes.contains(Array("<plist".utf8)) {
      // HTML, or XML of somebody's own.
      return .unknown
    } catch {
      return .unreadable
    }
  }

  private static func json(_ bytes: [UInt8], _ limits: PropertyListLimits) -> TransformableValue {
    // Every value but the first stands behind one of these.
    let most = bytes.count { [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")].contains($0) }
    guard bytes.count <= limits.bytes, most <= limits.values else { return .unreadable }
    guard let value = try? JSONValue(parsing: bytes) else { return .unreadable }
    return .json(ValueTree(value))
  }
}

extension ValueTree {
  /// Members in the order of their keys: JSON gives them none.
  fileprivate init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .boolean(flag)
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(ValueTree.init))
    case .object(let members):
      self = .dictionary(members.inKeyOrder.map { Entry(.string($0.key), ValueTree($0.value)) })
    }
  }
}
