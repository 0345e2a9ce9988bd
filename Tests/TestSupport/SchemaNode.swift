import Foundation

/// One schema within a schema.
final class SchemaNode: Sendable {
  private enum Kind: String {
    case object, array, string, integer, number, boolean, null
  }

  private static let known: Set<String> = [
    "$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "items", "oneOf",
    "minimum",
    "maximum", "minItems", "maxItems", "minLength", "pattern", "description", "title",
  ]

  let properties: [String: SchemaNode]
  let required: Set<String>
  /// Of `enum`.
  let words: [String]
  private let reference: String?
  private let kinds: Set<Kind>
  private let constant: Int?
  private let allowsMore: Bool
  /// Of an array's elements, of an object's other keys, of which one must fit: none or one, none or one, any number.
  private let items: [SchemaNode]
  private let others: [SchemaNode]
  private let oneOf: [SchemaNode]
  private let bounds: (minimum: Double?, maximum: Double?)
  private let lengths: (items: ClosedRange<Int>, text: Int)
  private let pattern: SchemaPattern?

  init(_ schema: [String: Any], isRoot: Bool = false) throws {
    let unknown = Set(schema.keys).subtracting(Self.known).subtracting(isRoot ? ["$schema", "$defs"] : [])
    guard unknown.isEmpty else { throw JSONSchema.Unsupported(description: "keywords \(unknown.sorted())") }
    func nodes(_ value: Any?) throws -> [SchemaNode] {
      try (value as? [String: Any]).map { [try SchemaNode($0)] } ?? []
    }
    properties = try (schema["properties"] as? [String: [String: Any]] ?? [:]).mapValues {
      try SchemaNode($0)
    }
    required = Set(schema["required"] as? [String] ?? [])
    words = schema["enum"] as? [String] ?? []
    reference = (schema["$ref"] as? String).map { $0.replacingOccurrences(of: "#/$defs/", with: "") }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    kinds = Set(types.compactMap(Kind.init))
    guard kinds.count == types.count else { throw JSONSchema.Unsupported(description: "types \(types)") }
    constant = schema["const"] as? Int
    allowsMore = schema["additionalProperties"] as? Bool ?? true
    items = try nodes(schema["items"])
    others = try nodes(schema["additionalProperties"])
    oneOf = try (schema["oneOf"] as? [[String: Any]] ?? []).map { try SchemaNode($0) }
    bounds = (schema["minimum"] as? Double, schema["maximum"] as? Double)
    lengths = (
      (schema["minItems"] as? Int ?? 0)...(schema["maxItems"] as? Int ?? .max),
      schema["minLength"] as? Int ?? 0
    )
    pattern = try (schema["pattern"] as? String).map(SchemaPattern.init)
  }

  var references: [String] {
    (reference.map { [$0] } ?? []) + (properties.values + items + others + oneOf).flatMap(\.references)
  }

  func fault(in value: Any, _ definitions: [String: SchemaNode]) -> SchemaFault? {
    if let reference { return definitions[reference]?.fault(in: value, definitions) }
    let kind = Self.kind(of: value)
    if !kinds.isEmpty, !kinds.contains(kind), !(kind == .integer && kinds.contains(.number)) {
      return SchemaFault(reason: "\(kind.rawValue) instead of \(kinds.map(\.rawValue).sorted())")
    }
    if let constant, (value as? NSNumber)?.intValue != constant || kind != .integer {
      return SchemaFault(reason: "not \(constant)")
    }
    if !oneOf.isEmpty {
      let faults = oneOf.map { $0.fault(in: value, definitions) }
      if faults.count(where: { $0 == nil }) != 1 {
        return faults.compactMap(\.self).last ?? SchemaFault(reason: "it fits more than one")
      }
    }
    switch kind {
    case .object: return (value as? [String: Any]).flatMap { fault(inObject: $0, definitions) }
    case .array: return (value as? [Any]).flatMap { fault(inArray: $0, definitions) }
    case .string: return (value as? String).flatMap(fault(inText:))
    case .integer, .number: return (value as? NSNumber).flatMap { fault(inNumber: $0.doubleValue) }
    case .boolean, .null: return words.isEmpty ? nil : SchemaFault(reason: "none of \(words)")
    }
  }

  private func fault(inObject members: [String: Any], _ definitions: [String: SchemaNode]) -> SchemaFault? {
    for key in required where members[key] == nil { return SchemaFault(reason: "\(key) is missing") }
    for (key, value) in members {
      if let node = properties[key] ?? others.first {
        if let fault = node.fault(in: value, definitions) { return fault.below(key) }
      } else if !allowsMore {
        return SchemaFault(reason: "the key \(key) is unknown")
      }
    }
    return nil
  }

  private func fault(inArray elements: [Any], _ definitions: [String: SchemaNode]) -> SchemaFault? {
    guard lengths.items.contains(elements.count) else {
      return SchemaFault(reason: "\(elements.count) elements")
    }
    guard let items = items.first else { return nil }
    for (index, element) in elements.enumerated() {
      if let fault = items.fault(in: element, definitions) { return fault.below("[\(index)]") }
    }
    return nil
  }

  private func fault(inText text: String) -> SchemaFault? {
    if !words.isEmpty, !words.contains(text) { return SchemaFault(reason: "\(text) is none of \(words)") }
    if text.unicodeScalars.count < lengths.text { return SchemaFault(reason: "too short") }
    if let pattern, !pattern.matches(text) { return SchemaFault(reason: "\(text) is not of the form") }
    return nil
  }

  private func fault(inNumber number: Double) -> SchemaFault? {
    if let minimum = bounds.minimum, number < minimum { return SchemaFault(reason: "\(number) is too small") }
    if let maximum = bounds.maximum, number > maximum { return SchemaFault(reason: "\(number) is too large") }
    return nil
  }

  private static func kind(of value: Any) -> Kind {
    switch value {
    case is String: return .string
    case is [String: Any]: return .object
    case is [Any]: return .array
    default: break
    }
    guard let number = value as? NSNumber else { return .null }
    switch String(cString: number.objCType) {
    case "c", "B": return .boolean
    case "d", "f": return number.doubleValue == number.doubleValue.rounded() ? .integer : .number
    default: return .integer
    }
  }
}
