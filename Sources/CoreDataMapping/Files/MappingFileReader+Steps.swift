import CoreDataModel
import YAML

extension MappingFileReader {
  mutating func step(_ node: MappingNode) -> Located<MappingStep>? {
    guard let fields = fields(node, .step) else { return nil }
    var step = MappingStep()
    step.from = fields.node("from").flatMap { text($0) }
    step.to = fields.node("to").flatMap { text($0) }
    step.entities = fields.node("entities").map { list($0, of: "entities") { $0.entity($1) } } ?? []
    let dropped = fields.node("drop").map { list($0, of: "names") { $0.text($1) } } ?? []
    reportRepeated(dropped)
    step.drop = dropped.compactMap { drop($0) }
    step.merge = fields.node("merge").map { list($0, of: "merges") { $0.merge($1) } } ?? []
    step.defaults = fields.node("defaults").map { defaults($0) } ?? []
    return Located(step, at: node.place)
  }

  private mutating func drop(_ text: Located<String>) -> Located<DropRule>? {
    if let rule = DropRule(text.value) { return Located(rule, at: text.place) }
    reportValue(
      text, "is not of the form `Entity` or `Entity.property`",
      recovery: ["Write the name in one of these forms."])
    return nil
  }

  private mutating func merge(_ node: MappingNode) -> Located<MergeRule>? {
    guard let fields = fields(node, .merge) else { return nil }
    let entity = require("entity", of: fields).flatMap { text($0) }
    let by = require("by", of: fields).map { list($0, of: "properties") { $0.text($1) } }
    let keep = require("keep", of: fields).flatMap { self.keep($0) }
    reportRepeated(by ?? [])
    guard let entity, let by, let keep else { return nil }
    return Located(MergeRule(entity: entity, by: by, keep: keep), at: node.place)
  }

  private mutating func keep(_ node: MappingNode) -> Located<[KeepTerm]>? {
    guard let text = text(node) else { return nil }
    if let terms = KeepTerm.terms(text.value) { return Located(terms, at: text.place) }
    reportValue(
      text, "is not of the form `property`, `property ASC` or `property DESC`, with commas between several",
      recovery: ["Write the order in this form."])
    return nil
  }

  private mutating func defaults(_ node: MappingNode) -> [MappingEntry<PropertyKey, String>] {
    properties(node) { $0.text($1) }.compactMap { entry in
      if let key = PropertyKey(mapping: entry.key.value) {
        return MappingEntry(Located(key, at: entry.key.place), entry.value)
      }
      reportValue(
        entry.key, "is not of the form `Entity.property`", recovery: ["Write the name in this form."])
      return nil
    }
  }
}
