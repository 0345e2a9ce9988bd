import PropertyLists

/// A keyed archive of a model, as objects with keys. No class is instantiated; every step is counted, so that an
/// archive made to be walked for ever ends in an error.
///
/// Layout of compiled models: sections 2 to 4 of the project's page on the archive; of old binary ones: format
/// page 5.4.
struct ModelArchive {
  /// Counts the steps of one reading.
  private final class Budget {
    var left: Int
    init(_ steps: Int) { left = steps }
  }

  /// The largest archive seen, of 188 entities, takes some 60,000.
  private static let maximumSteps = 5_000_000

  private let archive: KeyedArchive
  private let budget = Budget(ModelArchive.maximumSteps)
  let path: String

  /// - Parameter rootClass: The class that an archive of the kind has at its root.
  /// - Throws: `ModelError.notAModel` where it is another archive, or none.
  init(_ bytes: [UInt8], rootClass: String, path: String) throws(ModelError) {
    let list: PropertyList
    do {
      list = try PropertyListReader.read(bytes)
    } catch {
      throw ModelError.unreadable(path: path, line: nil, reason: "its property list is broken (\(error))")
    }
    guard let archive = KeyedArchive(list), archive.className(of: archive.root) == rootClass else {
      throw ModelError.notAModel(path: path)
    }
    self.archive = archive
    self.path = path
  }

  var root: PropertyList { archive.root }

  func failure(_ reason: String) -> ModelError {
    ModelError.unreadable(path: path, line: nil, reason: reason)
  }

  private func step(_ cost: Int = 1) throws(ModelError) {
    budget.left -= cost
    if budget.left < 0 { throw failure("it is larger than any model") }
  }

  /// What a reference leads to; nil for the archive's nil.
  func object(_ reference: PropertyList?) throws(ModelError) -> PropertyList? {
    guard let reference else { return nil }
    try step()
    let object = reference.uid == nil ? reference : archive.object(reference)
    // Whoever fetches an object looks through its keys: one of a million keys that everything refers to is no
    // single step.
    try step((object?.entries?.count ?? 0) / 4)
    return object
  }

  func className(of object: PropertyList) -> String { archive.className(of: object) ?? "" }

  /// A string, mutable ones too; nil for nil, and for anything else.
  func string(_ reference: PropertyList?) throws(ModelError) -> String? {
    guard let object = try object(reference) else { return nil }
    let text: String?
    if let inner = object["NS.string"] { text = try self.object(inner)?.string } else { text = object.string }
    // As with keys: a long text costs whoever compares it.
    try step((text?.utf8.count ?? 0) / 64)
    return text
  }

  /// The members of an array or a set, as references; empty for nil.
  func members(_ reference: PropertyList?) throws(ModelError) -> [PropertyList] {
    guard let object = try object(reference) else { return [] }
    guard let members = object["NS.objects"]?.elements else { throw failure("a list is none") }
    return members
  }

  /// The entries of a dictionary of either kind, the values as references; empty for nil.
  func entries(_ reference: PropertyList?) throws(ModelError) -> [(key: String, value: PropertyList)] {
    guard let object = try object(reference) else { return [] }
    let keys: [PropertyList]
    let values: [PropertyList]
    if let mapping = try self.object(object["searchMapping"]) {
      keys = try members(mapping["keys"])
      values = try members(object["values"])
    } else {
      guard let ownKeys = object["NS.keys"]?.elements, let ownValues = object["NS.objects"]?.elements else {
        throw failure("a dictionary is none")
      }
      keys = ownKeys
      values = ownValues
    }
    guard keys.count == values.count else {
      throw failure("a dictionary has more keys than values, or fewer")
    }
    var entries: [(key: String, value: PropertyList)] = []
    for (key, value) in zip(keys, values) {
      guard let name = try string(key) else { throw failure("a dictionary has a key that is no string") }
      // A slot of a known-keys dictionary that nothing was put in.
      if let text = try? string(value), text.hasPrefix("__empty_slot_token") { continue }
      entries.append((name, value))
    }
    return entries
  }

  /// Flags stand there only when they are set.
  func flag(_ object: PropertyList, _ key: String) -> Bool {
    switch object[key] {
    case .boolean(let value)?: value
    case .integer(let value)?: value != 0
    default: false
    }
  }

  /// A number, in the object itself or as one of its own.
  func integer(_ object: PropertyList, _ key: String) throws(ModelError) -> Int64? {
    switch try self.object(object[key]) {
    case .integer(let value)?: value
    case .boolean(let value)?: value ? 1 : 0
    default: nil
    }
  }
}
