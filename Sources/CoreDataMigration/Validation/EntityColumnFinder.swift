import CoreDataModel
import CoreDataStore

/// Finds the columns of one entity table.
struct EntityColumnFinder {
  let model: ManagedObjectModel
  let numbers: [String: Int64]
  /// Every entity of the model by number, and those of this table.
  let allMembers: [String]
  let members: [String]
  let table: String
  let declared: [(name: String, type: String)]

  private struct Wish {
    var role: ColumnRole
    var name: String
    var type: String
    /// The type group a fresh table would place it in (format page 2.2): decides who gets which suffix.
    var group: Int
  }

  func find() throws(ColumnFinderError) -> FoundLayout.Table {
    let types = Dictionary(declared.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    var found: [ColumnRole: String] = [:]
    for (role, name) in [
      (ColumnRole.primaryKey, "Z_PK"), (.entityNumber, "Z_ENT"), (.optimisticLock, "Z_OPT"),
    ] {
      guard types[name] != nil else { throw .notFound("\(table).\(name)") }
      found[role] = name
    }
    let wishes = (attributeWishes() + relationshipWishes()).enumerated()
      .sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }.map(\.element)
    let families = Dictionary(grouping: wishes, by: \.name)
    let suffixed = suffixes(of: wishes)
    for (name, family) in families {
      let granted = try grant(family, of: name, suffixed: suffixed, others: Set(families.keys), types: types)
      found.merge(granted, uniquingKeysWith: { first, _ in first })
    }
    for (ordered, key) in orderedKeys() {
      guard let column = found[key] else { continue }
      // Beside a key with a suffix both names are possible (format page 2.4).
      let plain = wishes.first { $0.role == key }.map { "Z_FOK_" + $0.name.dropFirst() }
      let name = "Z_FOK_" + column.dropFirst()
      guard
        let there = [name, plain].compactMap({ $0 }).first(where: {
          types[$0] != nil && !found.values.contains($0)
        })
      else { throw .notFound("\(table).\(name)") }
      found[.order(ordered)] = there
    }
    return FoundLayout.Table(name: table, columns: found, declaredTypes: types)
  }

  private func attributeWishes() -> [Wish] {
    var wishes: [Wish] = []
    for member in members {
      for attribute in (model.entity(member)?.attributes ?? []).sorted(by: { bytesPrecede($0.name, $1.name) })
      where !attribute.isTransient {
        let isComposite = attribute.type == .composite
        for leaf in isComposite ? attribute.compositeElements : [attribute] {
          guard let (group, type) = Self.storage(of: leaf.type) else { continue }
          let path = isComposite ? "\(attribute.name).\(leaf.name)" : leaf.name
          wishes.append(
            Wish(
              role: .attribute(PropertyKey(member, path)), name: "Z" + leaf.name.uppercased(), type: type,
              group: group * 4 * members.count + position(member) * 4))
        }
      }
    }
    return wishes
  }

  private func relationshipWishes() -> [Wish] {
    var wishes: [Wish] = []
    for member in members {
      // Within an entity to-one keys come after its integers, keys of owners after those.
      for relationship in stored(member) where !relationship.isToMany {
        let key = PropertyKey(member, relationship.name)
        let name = relationship.name.uppercased()
        let group = position(member) * 4 + 1
        wishes.append(Wish(role: .toOne(key), name: "Z" + name, type: "INTEGER", group: group))
        if !model.children(of: relationship.destinationEntity).isEmpty {
          let number = numbers[relationship.destinationEntity] ?? 0
          wishes.append(
            Wish(role: .toOneEntity(key), name: "Z\(number)_" + name, type: "INTEGER", group: group))
        }
      }
      for owner in allMembers {
        for relationship in stored(owner)
        where relationship.isToMany && relationship.inverseName == nil
          && relationship.destinationEntity == member
        {
          wishes.append(
            Wish(
              role: .owner(PropertyKey(owner, relationship.name)),
              name: "Z\(numbers[owner] ?? 0)" + relationship.name.uppercased(), type: "INTEGER",
              group: position(member) * 4 + 2))
        }
      }
    }
    return wishes
  }

  /// Ordered to-many relationships that lead to rows here, with the key column they order by.
  private func orderedKeys() -> [(ordered: PropertyKey, key: ColumnRole)] {
    var result: [(PropertyKey, ColumnRole)] = []
    for owner in allMembers {
      for relationship in stored(owner) where relationship.isToMany && relationship.isOrdered {
        let ordered = PropertyKey(owner, relationship.name)
        guard let inverse = model.inverse(of: relationship) else {
          if members.contains(relationship.destinationEntity) { result.append((ordered, .owner(ordered))) }
          continue
        }
        if !inverse.relationship.isToMany, members.contains(inverse.declaring) {
          result.append((ordered, .toOne(PropertyKey(inverse.declaring, inverse.relationship.name))))
        }
      }
    }
    return result
  }

  /// The names a fresh table would give, a taken one followed by 1, 2, 3… (format page 2.4).
  private func suffixes(of wishes: [Wish]) -> [ColumnRole: String] {
    var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    var result: [ColumnRole: String] = [:]
    for wish in wishes {
      var name = wish.name
      var suffix = 1
      while taken.contains(name) {
        name = wish.name + String(suffix)
        suffix += 1
      }
      taken.insert(name)
      result[wish.role] = name
    }
    return result
  }

  private func grant(
    _ family: [Wish], of name: String, suffixed: [ColumnRole: String], others: Set<String>,
    types: [String: String]
  ) throws(ColumnFinderError) -> [ColumnRole: String] {
    var result: [ColumnRole: String] = [:]
    for wish in family {
      guard let column = suffixed[wish.role], let type = types[column], family.count == 1 || type == wish.type
      else { break }
      result[wish.role] = column
    }
    if result.count == family.count { return result }
    // An older migration in place has left other suffixes: the declared type must tell.
    result = [:]
    let free = types.filter { column, _ in
      column.hasPrefix(name) && column.dropFirst(name.count).allSatisfy { $0.isASCII && $0.isNumber }
        && (column == name || !others.contains(column))
    }
    for wish in family {
      let rivals = family.filter { $0.type == wish.type }
      let columns = free.filter { $0.value == wish.type }
      guard rivals.count == 1, columns.count == 1, let column = columns.first else {
        throw .notFound("\(table).\(suffixed[wish.role] ?? name)")
      }
      result[wish.role] = column.key
    }
    return result
  }

  private func position(_ member: String) -> Int { members.firstIndex(of: member) ?? 0 }

  private func stored(_ entity: String) -> [RelationshipDescription] {
    (model.entity(entity)?.relationships ?? []).filter { !$0.isTransient }
      .sorted { bytesPrecede($0.name, $1.name) }
  }

  /// Group and declared type (format page 2.2 and 2.3).
  private static func storage(of type: AttributeType) -> (group: Int, type: String)? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: (0, "INTEGER")
    case .double, .float: (1, "FLOAT")
    case .date: (1, "TIMESTAMP")
    case .decimal: (2, "DECIMAL")
    case .string: (3, "VARCHAR")
    case .uri: (4, "VARCHAR")
    case .uuid: (5, "BLOB")
    case .transformable: (6, "BLOB")
    case .binary: (7, "BLOB")
    case .undefined, .objectID, .composite: nil
    }
  }
}

/// Columns sort by bytes (format page 1.4).
func bytesPrecede(_ lhs: String, _ rhs: String) -> Bool { lhs.utf8.lexicographicallyPrecedes(rhs.utf8) }
