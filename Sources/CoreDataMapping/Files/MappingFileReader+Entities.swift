import YAML

extension MappingFileReader {
  mutating func entity(_ node: MappingNode) -> Located<EntityRule>? {
    guard let fields = fields(node, .entity) else { return nil }
    let name = require("name", of: fields).flatMap { text($0) }
    var rule = EntityRule(name: name ?? Located(""))
    rule.from = fields.node("from").map { sources($0) } ?? []
    rule.condition = fields.node("where").flatMap { text($0) }
    rule.set = fields.node("set").map { properties($0) { $0.text($1) } } ?? []
    rule.values = fields.node("values").map { properties($0) { $0.table($1) } } ?? []
    rule.connect =
      fields.node("connect").map { node in
        properties(node) { reader, node in
          reader.text(node).map { Located(ConnectionSource($0.value), at: $0.place) }
        }
      } ?? []
    rule.onInvalid = fields.node("on-invalid").flatMap { word($0) }
    return name == nil ? nil : Located(rule, at: node.place)
  }

  /// One name, or a list of them.
  private mutating func sources(_ node: MappingNode) -> [Located<String>] {
    guard case .sequence = node.content else { return text(node).map { [$0] } ?? [] }
    let names = list(node, of: "entities") { $0.text($1) }
    reportRepeated(names)
    return names
  }

  /// A mapping whose keys are names of properties. At least one.
  mutating func properties<Value>(
    _ node: MappingNode, _ value: (inout Self, MappingNode) -> Located<Value>?
  ) -> [MappingEntry<String, Value>] {
    guard let entries = entries(node) else { return [] }
    if entries.isEmpty { reportEmpty(node.place, "the mapping") }
    var result: [MappingEntry<String, Value>] = []
    for entry in entries {
      let place = node.place(of: entry)
      let read = value(&self, node.child(entry.key, entry.value))
      guard entry.key.contains(where: { !$0.isWhitespace }) else {
        reportEmpty(place, "the name")
        continue
      }
      if let read { result.append(MappingEntry(Located(entry.key, at: place), read)) }
    }
    return result
  }

  private mutating func table(_ node: MappingNode) -> Located<ValueTable>? {
    guard let fields = fields(node, .values) else { return nil }
    let from = require("from", of: fields).flatMap { text($0) }
    let map = require("map", of: fields).map { self.map($0) }
    let fallback = fields.node("default").flatMap { value($0) }
    guard let from, let map else { return nil }
    return Located(ValueTable(from: from, map: map, fallback: fallback), at: node.place)
  }

  /// Both sides are values of the data: no message may hold them, so the path ends before.
  private mutating func map(_ node: MappingNode) -> [MappingEntry<String, String>] {
    guard let entries = entries(node) else { return [] }
    if entries.isEmpty { reportEmpty(node.place, "the mapping") }
    var result: [MappingEntry<String, String>] = []
    for entry in entries {
      let place = MappingPlace(line: entry.mark.line, column: entry.mark.column, path: node.place.path)
      guard let new = value(MappingNode(entry.value, path: node.place.path)) else { continue }
      result.append(MappingEntry(Located(entry.key, at: place), new))
    }
    return result
  }
}
