/// Takes a report's object apart key by key; `finish` refuses what was not asked for, so nothing is ignored.
struct ObjectFields {
  let place: String
  private var members: [String: JSONValue]

  init(_ value: JSONValue, at place: String) throws(ReportFormatError) {
    guard case .object(let members) = value else { throw .wrongType(place, "an object") }
    self.place = place
    self.members = members
  }

  func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  mutating func value(_ key: String) throws(ReportFormatError) -> JSONValue {
    guard let value = members.removeValue(forKey: key) else { throw .missingKey(path(key)) }
    return value
  }

  mutating func integer(_ key: String) throws(ReportFormatError) -> Int64 {
    guard case .integer(let value) = try value(key) else { throw .wrongType(path(key), "an integer") }
    return value
  }

  mutating func count(_ key: String) throws(ReportFormatError) -> Int64 {
    let value = try integer(key)
    guard value >= 0 else { throw .wrongType(path(key), "a count") }
    return value
  }

  mutating func string(_ key: String) throws(ReportFormatError) -> String {
    guard case .string(let value) = try value(key) else { throw .wrongType(path(key), "a string") }
    return value
  }

  mutating func optionalString(_ key: String) throws(ReportFormatError) -> String? {
    switch try value(key) {
    case .null: return nil
    case .string(let value): return value
    default: throw .wrongType(path(key), "a string or null")
    }
  }

  /// A word of a closed list.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(ReportFormatError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: try string(key)) else {
      throw .wrongType(path(key), "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  mutating func list<Element>(
    _ key: String, _ element: (JSONValue, String) throws(ReportFormatError) -> Element
  ) throws(ReportFormatError) -> [Element] {
    guard case .array(let values) = try value(key) else { throw .wrongType(path(key), "a list") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try element(value, "\(path(key))[\(index)]"))
    }
    return elements
  }

  /// A list that is left out where it would be empty.
  mutating func optionalList<Element>(
    _ key: String, _ element: (JSONValue, String) throws(ReportFormatError) -> Element
  ) throws(ReportFormatError) -> [Element] {
    members[key] == nil ? [] : try list(key, element)
  }

  /// An object from names to strings, or null.
  mutating func optionalNames(_ key: String) throws(ReportFormatError) -> [String: String]? {
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

  func finish() throws(ReportFormatError) {
    if let (key, _) = members.inKeyOrder.first { throw .unknownKey(path(key)) }
  }
}
