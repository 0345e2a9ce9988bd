import PropertyLists

/// What the stereotypes of an entity or a property in an old binary model say of it.
///
/// A setting is an object with a `_default`, under its key in a stereotype. No two stereotypes of one object have a
/// key in common, so one table holds the settings of all.
struct ElementsSettings {
  private let archive: ModelArchive
  /// For messages.
  private let name: String
  private var values: [String: PropertyList] = [:]

  init(of object: PropertyList, named name: String, in archive: ModelArchive) throws(ModelError) {
    self.archive = archive
    self.name = name
    for (_, reference) in try archive.entries(object["XDBucketForStereotypesstorage"]) {
      guard let stereotype = try archive.object(reference) else {
        throw archive.failure("\(name) has an empty stereotype")
      }
      for (key, reference) in try archive.entries(stereotype["XDBucketForOwnedAttributesstorage"]) {
        guard let setting = try archive.object(reference), let value = setting["_default"],
          values.updateValue(value, forKey: key) == nil
        else { throw archive.failure("\(name) has a setting twice, or one without a value") }
      }
    }
  }

  func failure(_ reason: String) -> ModelError { archive.failure("\(name) \(reason)") }

  /// For what every file has: older versions of Xcode lack only settings that came later.
  func required<Value>(_ key: String, _ value: Value?) throws(ModelError) -> Value {
    guard let value else { throw failure("has no \(key)") }
    return value
  }

  /// An object that is referred to; nil for none.
  func object(_ key: String) throws(ModelError) -> PropertyList? {
    try archive.object(values[key])
  }

  /// - Returns: nil when there is no such setting.
  func flag(_ key: String) throws(ModelError) -> Bool? {
    switch try object(key) {
    case nil: return nil
    case .boolean(let value)?: return value
    case .integer(0)?: return false
    case .integer(1)?: return true
    default: throw failure("has a \(key) that is neither true nor false")
    }
  }

  func integer(_ key: String) throws(ModelError) -> Int64? {
    switch try object(key) {
    case nil: return nil
    case .integer(let value)?: return value
    default: throw failure("has a \(key) that is no whole number")
    }
  }

  /// A count as Core Data hashes it: 32 bits, 0 when absent.
  func count(_ key: String) throws(ModelError) -> UInt32 {
    guard let count = UInt32(exactly: try integer(key) ?? 0) else {
      throw failure("has a \(key) that is no count")
    }
    return count
  }

  /// The empty text too.
  func string(_ key: String) throws(ModelError) -> String? {
    guard let value = values[key], try archive.object(value) != nil else { return nil }
    guard let text = try archive.string(value) else { throw failure("has a \(key) that is no text") }
    return text
  }

  /// An empty text says as much as none.
  func text(_ key: String) throws(ModelError) -> String? {
    try string(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A number that stands as a text.
  func number(_ key: String) throws(ModelError) -> Double? {
    guard let text = try text(key) else { return nil }
    guard let number = Double(text), number.isFinite else { throw failure("has a \(key) that is no number") }
    return number
  }

  /// Lists of names, in their order.
  func lists(_ key: String) throws(ModelError) -> [[String]] {
    var lists: [[String]] = []
    for member in try archive.members(values[key]) {
      var names: [String] = []
      for name in try archive.members(member) {
        guard let name = try archive.string(name) else {
          throw failure("has a name in \(key) that is no text")
        }
        names.append(name)
      }
      if !names.isEmpty { lists.append(names) }
    }
    return lists
  }
}
