extension PropertyList {
  /// The same as a tree of values.
  ///
  /// - Throws: `invalidObject` for a reference into an archive, which a plain list has nothing to refer to with.
  package func tree() throws(PropertyListError) -> ValueTree {
    switch self {
    case .dictionary(let entries):
      var members: [ValueTree.Entry] = []
      for entry in entries { members.append(.init(.string(entry.key), try entry.value.tree())) }
      return .dictionary(members)
    case .array(let elements):
      var members: [ValueTree] = []
      for element in elements { members.append(try element.tree()) }
      return .array(members)
    case .uid: throw .invalidObject(offset: 0)
    default: return scalar
    }
  }

  /// Of what holds no other value; `null` for anything else.
  var scalar: ValueTree {
    switch self {
    case .string(let text): .string(text)
    case .unpairedString(let units): .unpairedString(units)
    case .integer(let integer): .integer(integer)
    case .unsigned(let integer): .unsigned(integer)
    case .wideInteger(let high, let low): .wideInteger(high: high, low: low)
    case .real(let real): .real(real)
    case .boolean(let flag): .boolean(flag)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .dictionary, .array, .uid: .null
    }
  }
}
