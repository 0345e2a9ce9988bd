import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Makes one row of several, in a private copy of a store of the new model: duplicates go, and all links to them lead to
/// the row that stays.
///
/// Rows are equal where all of the properties named are; bytes are compared, and a missing value equals nothing. Of equal
/// rows of one exact entity the first in the order that the rule states stays; what the order leaves open the lower key
/// decides, so that every run makes the same choice.
package final class Merger {
  /// A row that went, and the one that stands for it.
  package struct Merged: Sendable, Hashable {
    package let entity: String
    package let key: Int64
    package let survivor: Int64
  }

  /// Links of rows that went to others than those of the row that stays, by relationship, from both ends.
  package private(set) var lostLinks: [PropertyKey: Int64] = [:]
  private let layout: StoreLayout
  private let connection: Connection
  private let file: String

  /// - Parameters:
  ///   - path: a copy of the store that nobody else reads or writes.
  ///   - layout: as it was found in that file.
  ///   - file: the mapping file's name, for messages.
  package init(path: String, layout: StoreLayout, file: String) throws(DatabaseError) {
    self.layout = layout
    self.file = file
    connection = try Connection(path: path, mode: .readWrite)
    connection.obeyInterruption()
    try connection.execute(
      """
      PRAGMA main.locking_mode = EXCLUSIVE; PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
      PRAGMA main.cache_size = -4096; PRAGMA temp_store = FILE;
      """)
  }

  /// Carries the rules out in their order.
  ///
  /// - Throws: `DiagnosticError` where a one-to-one would lead to two rows.
  package func run(_ rules: [MergeRule]) throws -> [Merged] {
    try connection.execute("BEGIN")
    let triggers = try Triggers.takeAway(from: connection)
    var all: [Merged] = []
    for rule in rules {
      let new = try merge(rule)
      let survivors = Dictionary(
        new.map { ([layout.model.root(of: $0.entity), String($0.key)], $0.survivor) },
        uniquingKeysWith: { first, _ in first })
      // A row that stood for others may go itself.
      all = all.map { merged in
        let next = survivors[[layout.model.root(of: merged.entity), String(merged.survivor)]]
        return next.map { Merged(entity: merged.entity, key: merged.key, survivor: $0) } ?? merged
      }
      all += new
    }
    for trigger in triggers { try connection.prepare(trigger).run() }
    try connection.execute("COMMIT")
    try connection.close()
    return all
  }

  private func merge(_ rule: MergeRule) throws -> [Merged] {
    let entity = rule.entity.value
    guard let table = layout.table(of: entity) else { return [] }
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.merged;
      CREATE TEMP TABLE merged (key INTEGER PRIMARY KEY, survivor INTEGER, number INTEGER, place INTEGER);
      INSERT INTO temp.merged \(choice(rule, table));
      """)
    let merged = try read()
    guard !merged.isEmpty else { return [] }
    try countLost(table)
    for other in layout.tables {
      for column in other.columns { try redirect(column, of: other, to: table) }
    }
    for join in layout.joins { try redirect(join, to: table) }
    try checkPartners(entity, table)
    try connection.execute(
      """
      DELETE FROM main.\(Identifier.quoted(table.name)) WHERE Z_PK IN (SELECT key FROM temp.merged);
      DROP TABLE temp.merged;
      """)
    return merged
  }

  /// `SELECT key, survivor, entity's number, place among its equals`, of every row that goes.
  private func choice(_ rule: MergeRule, _ table: EntityTable) -> String {
    let entity = rule.entity.value
    let by = rule.by.map { column($0.value, of: entity) }
    let order =
      rule.keep.value.map { term in
        let column = term.property == ConnectionSource.objectID ? "Z_PK" : column(term.property, of: entity)
        return "\(column) \(term.isDescending ? "DESC" : "ASC") NULLS LAST"
      } + ["Z_PK"]
    let numbers = layout.model.subtree(of: entity).compactMap { layout.number(of: $0) }.sorted()
    let window =
      "PARTITION BY Z_ENT, \(by.joined(separator: ", ")) ORDER BY \(order.joined(separator: ", "))"
    return """
      SELECT key, survivor, number, place FROM (
        SELECT Z_PK AS key, first_value(Z_PK) OVER (\(window)) AS survivor, Z_ENT AS number,
          row_number() OVER (\(window)) AS place
        FROM main.\(Identifier.quoted(table.name))
        WHERE Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))
          AND \(by.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")))
      WHERE place > 1
      """
  }

  private func read() throws(DatabaseError) -> [Merged] {
    let statement = try connection.prepare("SELECT key, survivor, number FROM temp.merged ORDER BY key")
    var result: [Merged] = []
    while try statement.step() {
      result.append(
        Merged(
          entity: layout.entity(numbered: statement.integer(at: 2)) ?? "", key: statement.integer(at: 0),
          survivor: statement.integer(at: 1)))
    }
    return result
  }

  private func countLost(_ table: EntityTable) throws(DatabaseError) {
    let name = Identifier.quoted(table.name)
    for column in table.columns {
      guard case .toOne(let key) = column.role else { continue }
      let own = Identifier.quoted(column.name)
      let count = try connection.integer(
        """
        SELECT count(*) FROM temp.merged JOIN main.\(name) AS gone ON gone.Z_PK = merged.key
        JOIN main.\(name) AS kept ON kept.Z_PK = merged.survivor
        WHERE gone.\(own) IS NOT NULL AND gone.\(own) IS NOT kept.\(own)
        """)
      guard count > 0 else { continue }
      for end in [key, layout.model.inverse(of: key)].compactMap(\.self) {
        lostLinks[end, default: 0] += count
      }
    }
  }

  private func column(_ property: String, of entity: String) -> String {
    for ancestor in layout.model.lineage(of: entity) {
      let key = PropertyKey(ancestor.name, property)
      if let column = layout.column(of: key) { return Identifier.quoted(column) }
      if case .foreignKey(_, let column, _)? = layout.storage(of: key) { return Identifier.quoted(column) }
    }
    return "NULL"
  }

  // MARK: - Links

  /// A key column that leads to rows of the table. Survivors are of the same entity, so what stands beside it stays.
  private func redirect(_ column: EntityTable.Column, of other: EntityTable, to table: EntityTable)
    throws(DatabaseError)
  {
    let referenced: String
    var ordered: PropertyKey?
    switch column.role {
    case .toOne(let key):
      guard let target = layout.model.relationship(key)?.destinationEntity else { return }
      referenced = target
      ordered = layout.model.inverse(of: key)
    case .owner(let key):
      referenced = key.entity
      ordered = key
    default: return
    }
    guard layout.model.root(of: referenced) == table.rootEntity else { return }
    let (name, key) = (Identifier.quoted(other.name), Identifier.quoted(column.name))
    if let order = ordered.flatMap({ other.column(.order($0)) }) {
      try append(name, key, Identifier.quoted(order.name))
    }
    try connection.execute(
      """
      UPDATE main.\(name) SET \(key) = merged.survivor FROM temp.merged WHERE main.\(name).\(key) = merged.key
      """)
  }

  /// The lists of rows that go follow that of the row that stays, each in its own order.
  private func append(_ name: String, _ key: String, _ order: String) throws(DatabaseError) {
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.place;
      CREATE TEMP TABLE place (id INTEGER PRIMARY KEY, place INTEGER);
      INSERT INTO temp.place
      SELECT id, 1024 * row_number() OVER (PARTITION BY list ORDER BY part, \(Place.number("own")) NULLS FIRST, id) FROM (
        SELECT item.rowid AS id, ifnull(merged.survivor, item.\(key)) AS list, ifnull(merged.place, 1) AS part,
          item.\(order) AS own
        FROM main.\(name) AS item LEFT JOIN temp.merged ON merged.key = item.\(key)
        WHERE item.\(key) IN (SELECT key FROM temp.merged UNION SELECT survivor FROM temp.merged));
      UPDATE main.\(name) SET \(order) = place.place FROM temp.place WHERE main.\(name).rowid = place.id;
      DROP TABLE temp.place;
      """)
  }

  /// A link that both rows have is one.
  private func redirect(_ join: JoinTable, to table: EntityTable) throws(DatabaseError) {
    let name = Identifier.quoted(join.name)
    for (side, other) in [(join.first, join.second), (join.second, join.first)] {
      // A side holds the objects that its relationship leads to.
      let held =
        join.isReflexive
        ? side.relationship.entity : layout.model.relationship(side.relationship)?.destinationEntity
      guard let held, layout.model.root(of: held) == table.rootEntity else { continue }
      let key = Identifier.quoted(side.column)
      if let order = other.orderColumn { try append(name, key, Identifier.quoted(order)) }
      try connection.execute(
        """
        UPDATE OR IGNORE main.\(name) SET \(key) = merged.survivor FROM temp.merged WHERE main.\(name).\(key) = merged.key;
        DELETE FROM main.\(name) WHERE \(key) IN (SELECT key FROM temp.merged);
        """)
      // A table without a key (format page 3.3) takes a link twice.
      try connection.execute(
        """
        DELETE FROM main.\(name) WHERE \(key) IN (SELECT survivor FROM temp.merged) AND rowid NOT IN (
          SELECT min(rowid) FROM main.\(name) GROUP BY \(key), \(Identifier.quoted(other.column)))
        """)
    }
  }

  /// Of a one-to-one each side has one.
  private func checkPartners(_ entity: String, _ table: EntityTable) throws {
    for ancestor in layout.model.lineage(of: entity)
      + layout.model.subtree(of: entity).dropFirst().compactMap({ layout.model.entity($0) })
    {
      for relationship in ancestor.relationships where !relationship.isToMany && !relationship.isTransient {
        let key = PropertyKey(ancestor.name, relationship.name)
        guard let inverse = layout.model.inverse(of: key), inverse != key,
          case .foreignKey(let far, let column, _)? = layout.storage(of: inverse),
          case .foreignKey(_, let own, _)? = layout.storage(of: key)
        else { continue }
        let (farName, farKey) = (Identifier.quoted(far), Identifier.quoted(column))
        let doubles = try connection.rows(
          """
          SELECT \(farKey), count(*) FROM main.\(farName) WHERE \(farKey) IN (SELECT survivor FROM temp.merged)
          GROUP BY \(farKey) HAVING count(*) > 1 ORDER BY 1
          """
        ).compactMap { $0.first?.integer }
        guard doubles.isEmpty else {
          throw DiagnosticError(
            .blocked,
            Diagnostic(
              .mergePartners, .error, Subject(entity: ancestor.name, property: relationship.name),
              count: Int64(doubles.count), oldKeys: doubles,
              summary:
                "\(file): rows that are to be one lead to different objects here, and there is place for one.",
              recovery: ["Compare rows by this relationship too, or remove one of the links in the app."]))
        }
        // The one partner may have been that of a row that goes.
        try connection.execute(
          """
          UPDATE main.\(Identifier.quoted(table.name)) AS kept SET \(Identifier.quoted(own)) = far.Z_PK
          FROM main.\(farName) AS far
          WHERE far.\(farKey) = kept.Z_PK AND kept.Z_PK IN (SELECT survivor FROM temp.merged)
          """)
      }
    }
  }
}

extension DiagnosticID {
  package static let mergePartners = DiagnosticID("mapping.merge-partners")
  package static let mappingMerged = DiagnosticID("mapping.merged")
}
