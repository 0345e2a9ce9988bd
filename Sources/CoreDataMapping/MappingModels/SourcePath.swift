import CoreDataModel

/// What a key path leads to, from the rows of a source entity, in SQL.
struct SourcePath {
  enum End {
    /// An attribute, and the SQL of its value.
    case attribute(AttributeDescription, sql: String)
    /// A composite attribute, by the SQL of each of its parts.
    case composite(parts: [String: String])
    /// The key of the row that a to-one leads to.
    case toOne(String, entity: String)
    /// How many rows a to-many leads to.
    case count(String)
    /// The row itself.
    case row
    /// Relationships by their names, at least one of them to-many: no SQL gives one value.
    case toMany([String])
  }

  /// Stands for the rows that a to-one leads to, inside a subquery.
  private static let alias = "linked"

  /// Nobody writes a longer one, and SQL in SQL grows.
  private static let longest = 32

  let model: ManagedObjectModel
  let entity: String

  /// Nil where the path names something that a store of the version does not hold, or does what SQL is not known to do
  /// in the same way.
  func end(_ path: [String]) -> End? {
    guard let last = path.last else { return .row }
    guard path.count <= Self.longest else { return nil }
    if last == "@count", path.count == 2 { return count(path[0]) }
    var current = entity
    var key: String?
    for (index, name) in path.enumerated() {
      let isLast = index == path.count - 1
      switch model.mappedProperty(name, of: current) {
      case .attribute(let attribute):
        return isLast ? .attribute(attribute, sql: column(name, of: current, at: key)) : nil
      case .composite(let parts):
        return composite(parts, path[index...], at: key, of: current)
      case .relationship(let relationship):
        guard !relationship.isToMany else { return toMany(path) }
        key =
          index == 0 && isLast ? SourceSQL.name(name) : column(name, of: current, at: key, qualified: true)
        current = relationship.destinationEntity
      case .notStored, nil: return nil
      }
    }
    return key.map { .toOne($0, entity: current) }
  }

  /// The relationships along a path, each with the entity that declares it; nil where one of the names is none.
  func relationships(_ path: [String]) -> [PropertyKey]? {
    var current = entity
    var keys: [PropertyKey] = []
    for name in path {
      guard
        let found = model.relationships(of: current).first(where: { $0.relationship.name == name }),
        !found.relationship.isTransient
      else { return nil }
      keys.append(PropertyKey(found.declaring, name))
      current = found.relationship.destinationEntity
    }
    return keys
  }

  private func composite(
    _ parts: [String], _ rest: ArraySlice<String>, at key: String?, of current: String
  ) -> End? {
    if rest.count == 1 {
      return .composite(
        parts: Dictionary(
          parts.map { ($0, column($0, of: current, at: key)) }, uniquingKeysWith: { first, _ in first }))
    }
    let name = rest.joined(separator: ".")
    guard rest.count == 2, case .attribute(let part) = model.mappedProperty(name, of: current) else {
      return nil
    }
    return .attribute(part, sql: column(name, of: current, at: key))
  }

  /// `a.@distinctUnionOfSets.b` is the same links as `a.b`: a link is there or not.
  private func toMany(_ path: [String]) -> End? {
    let names = path.filter { !["@distinctUnionOfSets", "@unionOfSets"].contains($0) }
    return relationships(names) == nil ? nil : .toMany(names)
  }

  private func count(_ name: String) -> End? {
    guard case .relationship(let relationship) = model.mappedProperty(name, of: entity), relationship.isToMany
    else { return nil }
    let view = SourceSQL.name("\(entity).\(name)")
    return .count("(SELECT count(*) FROM \(view) WHERE owner = \(SourceSQL.name(entity)).objectID)")
  }

  /// - Parameter key: SQL of the key of the row; nil for the row that is asked itself.
  private func column(_ name: String, of current: String, at key: String?, qualified: Bool = false) -> String
  {
    guard let key else {
      return qualified ? "\(SourceSQL.name(entity)).\(SourceSQL.name(name))" : SourceSQL.name(name)
    }
    // Inside, the alias must not hide the entity whose rows are asked.
    let alias = Self.alias == entity.lowercased() ? Self.alias + "2" : Self.alias
    // The first key of a path is qualified, so that a column of the same name in here does not take its place.
    return
      "(SELECT \(alias).\(SourceSQL.name(name)) FROM \(SourceSQL.name(current)) AS \(alias) WHERE \(alias).objectID = \(key))"
  }
}
