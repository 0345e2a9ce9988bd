/// Whose each column of an entity table is, worked out from the model and the numbers in the file.
struct CorpusColumns {
  enum Meaning: Hashable {
    case attribute(String)
    /// With the declared destination.
    case toOne(String, destination: String)
    /// Entity number of what the to-one in `key` leads to.
    case entity(key: String)
    /// Owner's key of a to-many without inverse.
    case owner(String, source: String)
    /// Place in the ordered to-many that is the inverse of the to-one in `key`.
    case place(key: String)
  }

  struct Column {
    let meaning: Meaning
    let declaring: String
    /// Entities whose rows the column belongs to.
    let entities: Set<String>
  }

  /// Table → column → meaning.
  private(set) var tables: [String: [String: Column]] = [:]
  private let model: CorpusModel
  private let numbers: [String: Int64]

  private static let groups: [[String]] = [
    ["Integer 16", "Integer 32", "Integer 64", "Boolean"], ["Double", "Float", "Date"], ["Decimal"],
    ["String"],
    ["URI"], ["UUID"], ["Transformable"], ["Binary"],
  ]

  init(model: CorpusModel, numbers: [String: Int64]) {
    self.model = model
    self.numbers = numbers
    for entity in model.entities.values where entity.parent == nil {
      tables["Z" + entity.name.uppercased()] = columns(root: entity.name)
    }
  }

  func column(_ property: String, of entity: String) -> String? {
    tables["Z" + model.root(entity).uppercased()]?.first { _, column in
      switch column.meaning {
      case .attribute(property), .toOne(property, _): column.entities.contains(entity)
      default: false
      }
    }?.key
  }

  /// Column with the owners of a to-many without inverse.
  func ownerColumn(_ relationship: String, from source: String, to destination: String) -> String? {
    tables["Z" + model.root(destination).uppercased()]?.first { _, column in
      column.meaning == .owner(relationship, source: source)
    }?.key
  }

  func placeColumn(beside key: String, of entity: String) -> String? {
    tables["Z" + model.root(entity).uppercased()]?.first { _, column in column.meaning == .place(key: key) }?
      .key
  }

  /// A name that is taken gets the suffix 1, 2, 3, in the order of the table's columns.
  private func columns(root: String) -> [String: Column] {
    let order = model.entities.keys.sorted { (numbers[$0] ?? 0) < (numbers[$1] ?? 0) }
    let members = order.filter(model.family(root).contains)
    var result: [String: Column] = [:]
    func add(_ name: String, _ meaning: Meaning, _ declaring: String) -> String {
      let free = [name] + (1...99).map { "\(name)\($0)" }
      let column = free.first { result[$0] == nil } ?? name
      result[column] = Column(meaning: meaning, declaring: declaring, entities: model.family(declaring))
      return column
    }
    var places: [(key: String, entity: String)] = []
    for group in Self.groups {
      for member in members {
        for attribute in own(member, \.attributes) where group.contains(attribute.type) {
          _ = add("Z" + attribute.name.uppercased(), .attribute(attribute.name), member)
        }
        guard group == Self.groups[0] else { continue }
        for relationship in own(member, \.relationships) where !relationship.isToMany {
          let name = relationship.name.uppercased()
          let destination = relationship.destination
          let key = add("Z" + name, .toOne(relationship.name, destination: destination), member)
          if model.family(destination).count > 1 {
            _ = add("Z\(numbers[destination] ?? 0)_\(name)", .entity(key: key), member)
          }
          if let inverse = model.inverse(relationship)?.property, inverse.isToMany, inverse.isOrdered {
            places.append((key, member))
          }
        }
        for source in order {
          for relationship in own(source, \.relationships)
          where relationship.isToMany && relationship.inverse == nil && relationship.destination == member {
            _ = add(
              "Z\(numbers[source] ?? 0)\(relationship.name.uppercased())",
              .owner(relationship.name, source: source), member)
          }
        }
      }
    }
    for place in places { _ = add("Z_FOK_" + place.key.dropFirst(), .place(key: place.key), place.entity) }
    return result
  }

  private func own(_ entity: String, _ path: KeyPath<CorpusModel.Entity, [CorpusModel.Property]>)
    -> [CorpusModel.Property]
  {
    (model.entities[entity]?[keyPath: path] ?? []).filter { !$0.isTransient }.sorted { $0.name < $1.name }
  }
}
