/// An item of a mapping file's `entities`: as text for the program, as Swift for the reference.
struct MatrixRule {
  /// What an expression gives for a row.
  enum Answer {
    case value(MatrixCell)
    /// Nothing that the attribute can hold.
    case unfit
    /// No entry of a table of values.
    case unmapped
  }

  struct Setting {
    let source: Source
    let answer: (MatrixRow) -> Answer

    enum Source {
      case sql(String)
      case table(from: String, map: [String: String], other: String?)
    }
  }

  struct Connection {
    let text: String
    /// The source row whose outcome the link leads to.
    let target: (MatrixRow, MatrixWorld) -> MatrixRef?
  }

  let entity: String
  let from: String
  var condition: (sql: String, takes: (MatrixRow) -> Bool)?
  /// By the id of an attribute.
  var settings: [String: Setting] = [:]
  /// By the id of a relationship.
  var connections: [String: Connection] = [:]
  var rejects = false
  /// Properties of the source that the texts read.
  var reads: Set<String> = []

  init(_ entity: String, from: String) { (self.entity, self.from) = (entity, from) }

  func takes(_ row: MatrixRow) -> Bool { condition?.takes(row) ?? true }

  func json(in model: MatrixModel) -> JSON {
    let attributes = model.attributes(of: entity).map(\.attribute)
    var fields: [String: JSON] = ["name": .text(model[entity].name), "from": .text(from)]
    if let condition { fields["where"] = .text(condition.sql) }
    var (set, values): ([String: JSON], [String: JSON]) = ([:], [:])
    for (id, setting) in settings {
      let name = attributes.first { $0.id == id }?.name ?? id
      switch setting.source {
      case .sql(let sql): set[name] = .text(sql)
      case .table(let from, let map, let other):
        var table: [String: JSON] = ["from": .text(from), "map": .object(map.mapValues { .text($0) })]
        table["default"] = other.map { .text($0) }
        values[name] = .object(table)
      }
    }
    if !set.isEmpty { fields["set"] = .object(set) }
    if !values.isEmpty { fields["values"] = .object(values) }
    if !connections.isEmpty {
      let pairs = connections.map { (model.relationship($0.key)?.name ?? $0.key, JSON.text($0.value.text)) }
      fields["connect"] = .object(Dictionary(pairs) { first, _ in first })
    }
    if rejects { fields["on-invalid"] = .text("reject") }
    return .object(fields)
  }
}
