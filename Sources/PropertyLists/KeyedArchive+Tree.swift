extension KeyedArchive {
  /// The whole archive unfolded from its root.
  ///
  /// An object that is referred to from several places stands at each of them, and counts as often.
  ///
  /// - Throws: `cyclic`, `tooDeep` or `tooManyValues`, where the references are no tree or too large a one; the offset
  ///   of a cycle is the object's number. `invalidObject` where a reference leads nowhere, or an object is not what its
  ///   class makes it.
  package func tree(limits: PropertyListLimits = PropertyListLimits()) throws(PropertyListError) -> ValueTree
  {
    var unfolding = Unfolding(archive: self, limits: limits)
    return try unfolding.value(root, depth: 0)
  }

  private struct Unfolding {
    let archive: KeyedArchive
    let limits: PropertyListLimits
    var values = 0
    /// Objects that are being unfolded.
    var open: Set<UInt64> = []

    mutating func value(_ value: PropertyList, depth: Int) throws(PropertyListError) -> ValueTree {
      values += 1
      guard values <= limits.values else { throw .tooManyValues(limit: limits.values) }
      guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
      switch value {
      case .uid(let number): return try object(number, depth: depth)
      case .dictionary(let entries):
        guard let name = archive.className(of: value) else {
          return .dictionary(try fields(entries, depth: depth))
        }
        return try instance(of: name, entries, depth: depth)
      case .array(let elements): return .array(try self.elements(elements, depth: depth))
      default: return value.scalar
      }
    }

    private mutating func object(_ number: UInt64, depth: Int) throws(PropertyListError) -> ValueTree {
      guard number != 0 else { return .null }
      guard number < UInt64(archive.objects.count) else { throw .invalidObject(offset: 0) }
      guard open.insert(number).inserted else { throw .cyclic(offset: Int(number)) }
      defer { open.remove(number) }
      return try value(archive.objects[Int(number)], depth: depth + 1)
    }

    private mutating func elements(_ list: [PropertyList], depth: Int) throws(PropertyListError)
      -> [ValueTree]
    {
      var result: [ValueTree] = []
      for element in list { result.append(try value(element, depth: depth + 1)) }
      return result
    }

    private mutating func fields(_ entries: [PropertyList.Entry], depth: Int) throws(PropertyListError)
      -> [ValueTree.Entry]
    {
      var result: [ValueTree.Entry] = []
      for entry in entries where entry.key != "$class" {
        result.append(.init(.string(entry.key), try value(entry.value, depth: depth + 1)))
      }
      return result
    }

    /// The forms of Foundation's own classes; whatever else, or otherwise formed, keeps its class's name.
    private mutating func instance(of name: String, _ entries: [PropertyList.Entry], depth: Int)
      throws(PropertyListError) -> ValueTree
    {
      let object = PropertyList.dictionary(entries)
      let members = object["NS.objects"]?.elements
      switch name {
      case "NSNull": return .null
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
        if let members { return .array(try elements(members, depth: depth)) }
      case "NSDictionary", "NSMutableDictionary":
        if let members, let keys = object["NS.keys"]?.elements {
          guard keys.count == members.count else { throw .invalidObject(offset: 0) }
          let names = try elements(keys, depth: depth)
          let values = try elements(members, depth: depth)
          return .dictionary(zip(names, values).map { ValueTree.Entry($0, $1) })
        }
      case "NSString", "NSMutableString":
        if let text = object["NS.string"] ?? object["NS.bytes"] { return try value(text, depth: depth + 1) }
      case "NSData", "NSMutableData":
        if let bytes = object["NS.data"] ?? object["NS.bytes"] { return try value(bytes, depth: depth + 1) }
      case "NSDate":
        switch object["NS.time"] {
        case .real(let seconds): return .date(seconds)
        case .integer(let seconds): return .date(Double(seconds))
        default: break
        }
      case "NSUUID":
        if let bytes = object["NS.uuidbytes"]?.data, bytes.count == 16 { return .uuid(bytes) }
      default: break
      }
      return .object(className: name, fields: try fields(entries, depth: depth))
    }
  }
}
