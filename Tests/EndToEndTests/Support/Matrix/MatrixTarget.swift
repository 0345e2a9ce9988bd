/// Where a store is to go: a model in which everything knows what it was, and a mapping file.
struct MatrixTarget {
  var model: MatrixModel
  var rules: [MatrixRule] = []
  /// Entity, attribute, SQL, its value.
  var defaults: [(entity: String, attribute: String, sql: String, value: MatrixCell)] = []
  /// Consents that the mapping file gives: `Entity` or `Entity.property`.
  var drops: [String] = []

  /// The model of the source, each thing of it being what it was.
  init(_ model: MatrixModel) {
    self.model = model
    for place in model.entities.indices {
      self.model.entities[place].origin = model.entities[place].id
      for index in model.entities[place].attributes.indices {
        self.model.entities[place].attributes[index].origin = model.entities[place].attributes[index].id
      }
      for index in model.entities[place].relationships.indices {
        self.model.entities[place].relationships[index].origin = model.entities[place].relationships[index].id
      }
    }
  }

  /// Adds to the rule that makes rows of an entity from another's, or writes it.
  mutating func rule(_ entity: String, from: String, _ change: (inout MatrixRule) -> Void) {
    if !rules.contains(where: { $0.entity == entity && $0.from == from }) {
      rules.append(MatrixRule(entity, from: from))
    }
    for index in rules.indices where rules[index].entity == entity && rules[index].from == from {
      change(&rules[index])
    }
  }

  /// The mapping file; nil where inference is enough.
  var mapping: String? {
    var step: [String: JSON] = [:]
    if !rules.isEmpty { step["entities"] = .list(rules.map { $0.json(in: model) }) }
    let pairs = defaults.map { entry in
      let name = model.attributes(of: entry.entity).first { $0.attribute.id == entry.attribute }?.attribute
        .name
      return ("\(model[entry.entity].name).\(name ?? entry.attribute)", JSON.text(entry.sql))
    }
    if !pairs.isEmpty { step["defaults"] = .object(Dictionary(pairs) { first, _ in first }) }
    if !drops.isEmpty { step["drop"] = .list(drops.map { .text($0) }) }
    return step.isEmpty ? nil : "steps: [\(JSON.object(step).written)]"
  }
}
