/// Takes an object apart key by key; `finish` refuses what was not asked for, so nothing is ignored.
package struct ObjectFields {
  package let place: String
  private var members: [String: JSONValue]

  package init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    guard case .object(let members) = value else { throw .wrongType(place, "an object") }
    self.place = place
    self.members = members
  }

  package func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  package mutating func value(_ key: String) throws(JSONShapeError) -> JSONValue {
    guard let value = members.removeValue(forKey: key) else { throw .missingKey(path(key)) }
    return value
  }

  /// Nil where the key is left out.
  package mutating func optionalValue(_ key: String) -> JSONValue? { members.removeValue(forKey: key) }

  package mutating func object(_ key: String) throws(JSONShapeError) -> [String: JSONValue] {
    guard case .object(let members) = try value(key) else { throw .wrongType(path(key), "an object") }
    return members
  }

  package mutating func integer(_ key: String) throws(JSONShapeError) -> Int64 {
    guard case .integer(let value) = try value(key) else { throw .wrongType(path(key), "an integer") }
    return value
  }

  package mutating func count(_ key: String) throws(JSONShapeError) -> Int64 {
    let value = try integer(key)
    guard value >= 0 else { throw .wrongType(path(key), "a count") }
    return value
  }

  /// A number that somebody counted up from 1: none is near the end of what an integer holds.
  package mutating func number(_ key: String) throws(JSONShapeError) -> Int {
    guard let number = Int32(exactly: try count(key)) else { throw .wrongType(path(key), "a number") }
    return Int(number)
  }

  /// A count, or null.
  package mutating func optionalCount(_ key: String) throws(JSONShapeError) -> Int64? {
    switch try value(key) {
    case .null: return nil
    case .integer(let value) where value >= 0: return value
    default: throw .wrongType(path(key), "a count or null")
    }
  }

  package mutating func flag(_ key: String) throws(JSONShapeError) -> Bool {
    guard case .bool(let value) = try value(key) else { throw .wrongType(path(key), "true or false") }
    return value
  }

  package mutating func string(_ key: String) throws(JSONShapeError) -> String {
    guard case .string(let value) = try value(key) else { throw .wrongType(path(key), "a string") }
    return value
  }

  package mutating func optionalString(_ key: String) throws(JSONShapeError) -> String? {
    switch try value(key) {
    case .null: return nil
    case .string(let value): return value
    default: throw .wrongType(path(key), "a string or null")
    }
  }

  /// A word of a closed list.
  package mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(JSONShapeError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: try string(key)) else {
      throw .wrongType(path(key), "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  package mutating func list<Element>(
    _ key: String, _ element: (JSONValue, String) throws(JSONShapeError) -> Element
  ) throws(JSONShapeError) -> [Element] {
    guard case .array(let values) = try value(key) else { throw .wrongType(path(key), "a list") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try element(value, "\(path(key))[\(index)]"))
    }
    return elements
  }

  /// A list that is left out where it would be empty.
  package mutating func optionalList<Element>(
    _ key: String, _ element: (JSONValue, String) throws(JSONShapeError) -> Element
  ) throws(JSONShapeError) -> [Element] {
    members[key] == nil ? [] : try list(key, element)
  }

  /// An object from names to strings, or null.
  package mutating func optionalNames(_ key: String) throws(JSONShapeError) -> [String: String]? {
    switch try value(key) {
    case .null: return nil
    case .object(let values):
      var names: [String: String] = [:]
      for (name, value) in values {
        guard case .string(let text) = value else { throw .wrongType("\(path(key))[\(name)]", "a string") }
        names[name] = text
      }
      return names
    default: throw .wrongType(path(key), "an object or null")
    }
  }

  package func finish() throws(JSONShapeError) {
    if let (key, _) = members.inKeyOrder.first { throw .unknownKey(path(key)) }
  }
}
