import PropertyLists
import Testing

/// An archive of a model as plain text, one line for each value: its path by names, and what stands there. Two archives
/// of one model are equal in it whatever the order of their dictionaries, and whichever of their arrays and sets could
/// have been changed. It shares no code with the reader of models.
struct ArchiveTree {
  /// Path to value.
  private(set) var values: [String: String] = [:]
  private let archive: KeyedArchive

  /// Keys that lead back, or across.
  private static let references: Set<String> = [
    "NSDestinationEntity", "NSEntity", "NSFetchIndexDescription", "NSInverseRelationship",
    "NSManagedObjectModel", "NSSuperentity",
  ]

  init(_ bytes: [UInt8]) throws {
    archive = try #require(KeyedArchive(try PropertyListReader.read(bytes)))
    add(archive.root, at: "")
  }

  /// Paths where two differ, with both values.
  func differences(from other: ArchiveTree) -> [(path: String, own: String?, other: String?)] {
    Set(values.keys).union(other.values.keys).sorted().filter { values[$0] != other.values[$0] }
      .map { ($0, values[$0], other.values[$0]) }
  }

  private func text(_ reference: PropertyList?) -> String? {
    guard let reference, let object = reference.uid == nil ? reference : archive.object(reference) else {
      return nil
    }
    return object.string ?? object["NS.string"]?.string
  }

  private func className(_ object: PropertyList) -> String? {
    guard let record = archive.object(object["$class"]),
      let names = record["$classes"]?.elements?.compactMap(\.string)
    else { return nil }
    return names.joined(separator: " ").replacing("NSMutableArray NSArray", with: "NSArray")
      .replacing("NSMutableSet NSSet", with: "NSSet")
  }

  /// The name of what is referred to, and of the entity it belongs to.
  private func name(of reference: PropertyList?) -> String {
    guard let object = archive.object(reference) else { return "nil" }
    if let property = text(object["NSPropertyName"]) {
      return "@\(text(archive.object(object["NSEntity"])?["NSEntityName"]) ?? "nil").\(property)"
    }
    if let inner = object["NSUnderlyingProperty"] { return name(of: inner) }
    return "@" + (text(object["NSEntityName"]) ?? text(object["NSIndexName"]) ?? "model")
  }

  private mutating func add(_ reference: PropertyList, at path: String) {
    let value = reference.uid == nil ? reference : archive.object(reference) ?? .string("nil")
    guard let entries = value.entries else {
      switch value {
      case .string(let text): values[path] = reference.uid == 0 ? "nil" : "\"\(text)\""
      case .array(let members):
        for (index, member) in members.enumerated() { add(member, at: "\(path)[\(index)]") }
      default: values[path] = "\(value)"
      }
      return
    }
    if let text = value["NS.string"]?.string {
      values[path] = "\"\(text)\""
      return
    }
    let kind = className(value) ?? "no class"
    if let underlying = value["NSUnderlyingProperty"] {
      add(underlying, at: path)
      values[path + "/NSEntity"] = name(of: value["NSEntityDescription"])
      return
    }
    values[path + "#"] = kind
    if let pairs = pairs(value) {
      for (key, member) in pairs {
        if path.hasSuffix("/NSSubentities") {
          values["\(path)/\(key)"] = name(of: member)
        } else {
          add(member, at: "\(path)/\(key)")
        }
      }
      return
    }
    if kind.hasPrefix("NSSet"), let members = value["NS.objects"]?.elements {
      let names = members.map { text($0).map { "\"\($0)\"" } ?? name(of: $0) }
      values[path] = names.sorted().joined(separator: " ")
      return
    }
    // Their order is that of a hash table. Some frameworks list an index again.
    if path.hasSuffix("/NSFetchIndexDescriptions"), let members = value["NS.objects"]?.elements {
      for member in members {
        var place = "\(path)/\(text(archive.object(member)?["NSIndexName"]) ?? "?")"
        while values[place + "#"] != nil { place += " again" }
        add(member, at: place)
      }
      return
    }
    for entry in entries where entry.key != "$class" {
      let inner = "\(path)/\(entry.key)"
      if Self.references.contains(entry.key) {
        values[inner] = name(of: entry.value)
      } else {
        add(entry.value, at: inner)
      }
    }
  }

  private func pairs(_ object: PropertyList) -> [(String, PropertyList)]? {
    let keys: [PropertyList]?
    let members: [PropertyList]?
    if let mapping = archive.object(object["searchMapping"]) {
      keys = archive.object(mapping["keys"])?["NS.objects"]?.elements
      members = archive.object(object["values"])?["NS.objects"]?.elements
    } else {
      keys = object["NS.keys"]?.elements
      members = object["NS.objects"]?.elements
    }
    guard let keys, let members, keys.count == members.count else { return nil }
    return zip(keys, members).map { (text($0) ?? "?", $1) }
  }
}
