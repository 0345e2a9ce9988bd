/// The source: a model, rows and links in memory, and the same as text for `Scene`.
struct MatrixWorld {
  let model: MatrixModel
  let text: String
  private(set) var rows: [MatrixRow] = []
  /// By the relationship they are kept at: a to-one, or the end of a many-to-many that the text names.
  private var kept: [String: [MatrixLink]] = [:]

  /// - Parameter text: the rows, as `Scene` takes them.
  init(_ model: MatrixModel, rows text: String) {
    (self.model, self.text) = (model, text)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for words in lines where !words.contains(where: { $0.contains(">") }) { addRow(words) }
    for words in lines { addLinks(words) }
  }

  private mutating func addRow(_ words: [String]) {
    var cells: [String: MatrixCell] = [:]
    let known = Set(model.attributes(of: words[0]).map(\.attribute.id))
    for word in words.dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if known.contains(parts[0]) { cells[parts[0]] = MatrixCell(parts[1]) }
    }
    rows.append(MatrixRow(ref: MatrixRef(entity: words[0], key: Int64(words[1]) ?? 0), cells: cells))
  }

  private mutating func addLinks(_ words: [String]) {
    let owner = MatrixRef(entity: words[0], key: Int64(words[1]) ?? 0)
    for word in words.dropFirst(2) {
      let parts = word.split { "=>@".contains($0) }.map(String.init)
      guard let relationship = model.relationship(parts[0]), !word.contains("@=") else { continue }
      let place = words.first { $0.hasPrefix(parts[0] + "@=") }.flatMap {
        Int64($0.dropFirst(parts[0].count + 2))
      }
      guard let key = Int64(parts[1]), let target = row(key, relationship.destination) else { continue }
      kept[parts[0], default: []].append(
        MatrixLink(
          owner: owner, target: target, place: parts.count > 2 ? Int64(parts[2]) : nil, farPlace: place))
    }
  }

  private func row(_ key: Int64, _ entity: String) -> MatrixRef? {
    rows.first { $0.ref.key == key && model.isKind($0.ref.entity, of: entity) }?.ref
  }

  /// Links as one end of a relationship has them. The ends of a one-to-one are kept apart.
  func links(_ id: String) -> [MatrixLink] {
    if let links = kept[id] { return links }
    guard let relationship = model.relationship(id), let inverse = relationship.inverse else { return [] }
    let isOneToOne = !relationship.isToMany && model.relationship(inverse)?.isToMany == false
    return isOneToOne ? [] : (kept[inverse] ?? []).map(\.reversed)
  }

  func rows(of entity: String) -> [MatrixRow] { rows.filter { $0.ref.entity == entity } }
}
