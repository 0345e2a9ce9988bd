import CoreDataModel
import CoreDataStore
import Foundation
import SQLite
import Testing

/// A store of the first of some versions, with rows, and a bundle of all of them: a migration to try.
///
/// Versions are `V1`, `V2`, … as sketched (`ModelSketch`); the last is the current one.
struct Scene {
  static let store = "Store.sqlite"
  static let bundle = "Model.xcdatamodeld"
  let workshop: Workshop
  private let layout: StoreLayout

  /// - Parameters:
  ///   - versions: sketches of the models, in their order.
  ///   - rows: one to a line, `Entity key property=value …`; a value is a SQL literal, or for a to-one a key. Links of
  ///     many-to-many relationships are `Entity key relationship>key[@place]`.
  init(_ versions: [String], rows: String) throws {
    try self.init(contents: versions.map { ModelSketch($0).contents }, rows: rows)
  }

  /// - Parameter versions: the models as XML.
  init(contents versions: [String], rows: String) throws {
    workshop = try Workshop()
    for (index, text) in versions.enumerated() {
      try workshop.scratch.write(text, to: "in/\(Self.bundle)/V\(index + 1).xcdatamodel/contents")
    }
    let current = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "V\(versions.count).xcdatamodel"], format: .xml, options: 0)
    try workshop.scratch.write(Array(current), to: "in/\(Self.bundle)/.xccurrentversion")
    let model = try ManagedObjectModelReader.read(
      Array(versions[0].utf8), name: "V1", path: "V1"
    ).model
    layout = FreshLayout.layout(of: model)
    try makeStore(model)
    try add(rows)
  }

  private func makeStore(_ model: ManagedObjectModel) throws {
    let schema = StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1251))
    let connection = try Connection(path: workshop.input(Self.store), mode: .create)
    for statement in schema.tables + schema.indexes.map(\.sql) + schema.systemTables {
      try connection.execute(statement)
    }
    for (name, number) in layout.numbers {
      let parent = model.entity(name)?.superentity
      _ = try connection.rows(
        "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
        [
          .integer(number), .text(Array(name.utf8)), .integer(parent.flatMap { layout.number(of: $0) } ?? 0),
          .integer(parent == nil ? 1000 : 0),
        ])
    }
    let hashes = VersionHash.hashes(of: model).mapValues { Data($0) }
    let metadata: [String: Any] = [
      "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": [""], "NSStoreType": "SQLite",
      "NSPersistenceFrameworkVersion": 1251, "_NSAutoVacuumLevel": "2",
    ]
    let list = try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
    _ = try connection.rows(
      "INSERT INTO Z_METADATA VALUES (1, '11111111-2222-3333-4444-555555555555', ?)", [.blob(Array(list))])
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.close()
  }

  private func add(_ rows: String) throws {
    let connection = try Connection(path: workshop.input(Self.store), mode: .readWrite)
    for line in rows.split(separator: "\n").map({ $0.trimming() }) where !line.isEmpty {
      var words = line.split(separator: " ").map(String.init)
      let (entity, key) = (words.removeFirst(), words.removeFirst())
      let table = try #require(layout.table(of: entity))
      if let link = words.first(where: { $0.contains(">") }) {
        try connection.execute(try self.link(link, of: entity, key))
        continue
      }
      var columns = [("Z_PK", key), ("Z_ENT", String(layout.number(of: entity) ?? 0)), ("Z_OPT", "1")]
      for word in words {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        columns += try cells(parts[0], parts[1].replacing("_", with: " "), of: entity)
      }
      try connection.execute(
        "INSERT INTO \(table.name) (\(columns.map(\.0).joined(separator: ", "))) VALUES (\(columns.map(\.1).joined(separator: ", ")))"
      )
    }
    try connection.close()
  }

  private func cells(_ name: String, _ value: String, of entity: String) throws -> [(String, String)] {
    for ancestor in layout.model.lineage(of: entity) {
      let key = PropertyKey(ancestor.name, name.filter { $0 != "@" })
      if name.hasSuffix("@"), let inverse = layout.model.inverse(of: key),
        case .inverseForeignKey(_, _, let order?)? = layout.storage(of: inverse)
      {
        return [(order, value)]
      }
      if let column = layout.column(of: key) { return [(column, value)] }
      if case .foreignKey(_, let column, let number)? = layout.storage(of: key) {
        guard let number, let far = layout.model.relationship(key)?.destinationEntity,
          let table = layout.table(of: far)
        else { return [(column, value)] }
        return [(column, value), (number, "(SELECT Z_ENT FROM \(table.name) WHERE Z_PK = \(value))")]
      }
    }
    throw SceneError(what: "\(entity) has no \(name)")
  }

  private func link(_ text: String, of entity: String, _ key: String) throws -> String {
    let parts = text.split { ">@".contains($0) }.map(String.init)
    let owner = layout.model.lineage(of: entity).first { ancestor in
      ancestor.relationships.contains { $0.name == parts[0] }
    }
    let relationship = PropertyKey(owner?.name ?? entity, parts[0])
    guard case .join(let join)? = layout.storage(of: relationship) else {
      throw SceneError(what: "\(relationship) has no table")
    }
    let (near, far) = (join.opposite(of: relationship), join.side(of: relationship))
    let order = parts.count > 2 ? far.orderColumn : nil
    return "INSERT INTO \(join.name) (\(near.column), \(far.column)\(order.map { ", \($0)" } ?? "")) "
      + "VALUES (\(key), \(parts[1])\(order == nil ? "" : ", \(parts[2])"))"
  }

  /// Writes a mapping file and gives its path.
  func mapping(_ text: String, named name: String = "Map.yaml") throws -> String {
    try workshop.scratch.write("version: 1\n" + text, to: "in/" + name)
    return workshop.input(name)
  }

  /// Migrates to the last version, or the one that is named.
  func migrate(
    mapping text: String? = nil, _ options: String..., to output: String = "New.sqlite",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Workshop.Import {
    let mapping = try text.map { ["--mapping", try self.mapping($0)] } ?? []
    return try workshop.migrate(
      Self.store, Self.bundle, options: mapping + options, to: output, sourceLocation: sourceLocation)
  }

  /// Rows of the result, each as one text with `|` between the columns.
  func result(_ sql: String, in output: String = "New.sqlite") throws -> [String] {
    try workshop.rows(sql, in: output).map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): "x" + bytes.map { String($0, radix: 16) }.joined()
        }
      }.joined(separator: "|")
    }
  }
}

struct SceneError: Error {
  let what: String
}
