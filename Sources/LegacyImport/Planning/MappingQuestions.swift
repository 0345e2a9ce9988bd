import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics

/// What a step leaves open, as rules that would answer it.
struct MappingQuestions {
  /// What no rule answers.
  private(set) var remarks: [String]
  private let rules: [EntityRule]
  /// All but entities.
  private let rest: MappingStep

  init(_ plan: MigrationPlan, renames: [RenameSearch.Rename], obstacles: [Obstacle]) {
    var builder = MappingQuestionsBuilder(plan)
    for rename in renames { builder.add(rename) }
    for obstacle in obstacles { builder.add(obstacle) }
    (remarks, rules, rest) = (builder.remarks, builder.rules, builder.step)
  }

  /// With those that are open where rows become one, as remarks: a step of its own only for us.
  func adding(_ merging: MappingQuestions?) -> MappingQuestions {
    var result = self
    result.remarks += merging?.remarks ?? []
    return result
  }

  /// A step with every question answered, each where it belongs.
  func answered(_ given: MappingStep) -> MappingStep {
    var step = given
    for rule in rules {
      let own = step.entities.firstIndex { item in
        item.value.name == rule.name
          && (item.value.from == rule.from || item.value.from.count == 1 && rule.from.isEmpty)
      }
      guard let own else {
        step.entities.append(Located(rule))
        continue
      }
      let said = Set(
        step.entities[own].value.set.map(\.key.value) + step.entities[own].value.values.map(\.key.value))
      step.entities[own].value.set += rule.set.filter { !said.contains($0.key.value) }
      let connected = Set(step.entities[own].value.connect.map(\.key.value))
      step.entities[own].value.connect += rule.connect.filter { !connected.contains($0.key.value) }
    }
    step.drop += rest.drop.filter { !step.drop.contains($0) }
    step.merge += rest.merge.filter { new in !step.merge.contains { $0.value.entity == new.value.entity } }
    step.defaults += rest.defaults.filter { new in !step.defaults.contains { $0.key == new.key } }
    return step
  }
}

private struct MappingQuestionsBuilder {
  let plan: MigrationPlan
  var remarks: [String] = []
  var rules: [EntityRule] = []
  var step = MappingStep()

  init(_ plan: MigrationPlan) { self.plan = plan }

  mutating func add(_ rename: RenameSearch.Rename) {
    let reasons = rename.planned.reasons.map(\.rawValue).joined(separator: ", ")
    for rule in rename.rules { join(noted(rule, "\(rename.planned.source) looks renamed: \(reasons).")) }
  }

  mutating func add(_ obstacle: Obstacle) {
    let diagnostic = obstacle.diagnostic
    let note = "\(diagnostic.id), \(diagnostic.count): \(diagnostic.summary)"
    switch diagnostic.id {
    case .valueMissing:
      guard let key = key(diagnostic), !step.defaults.contains(where: { $0.key.value == key }) else { return }
      step.defaults.append(
        MappingEntry(Located(key, notes: [note, "Which value shall they get?"]), Located(placeholder(key))))
    case .notUnique:
      guard let key = key(diagnostic) else { return }
      let by = key.name.split(separator: ",").map { Located(String($0)) }
      step.merge.append(
        Located(
          MergeRule(
            entity: Located(key.entity), by: by,
            keep: Located(
              [KeepTerm(ConnectionSource.objectID)],
              notes: ["Which one stays: the first in this order."])), notes: [note]))
    case .typeChanged:
      if let key = key(diagnostic), let rule = conversion(of: key) {
        join(noted(rule, note + " How do they change?"))
      }
      addDrop(obstacle, note)
    default:
      if !addDrop(obstacle, note) {
        let subject = [diagnostic.subject.entity, diagnostic.subject.property].compactMap(\.self)
        remarks.append("Open: \(subject.joined(separator: ".")): \(note)")
      }
    }
  }

  private func key(_ diagnostic: Diagnostic) -> PropertyKey? {
    guard let entity = diagnostic.subject.entity, let property = diagnostic.subject.property else {
      return nil
    }
    return PropertyKey(entity, property)
  }

  /// - Returns: false where no rule of this kind answers it.
  @discardableResult
  private mutating func addDrop(_ obstacle: Obstacle, _ note: String) -> Bool {
    let names = obstacle.consents.filter { $0.hasPrefix("drop:") }.map { String($0.dropFirst("drop:".count)) }
    guard let name = names.first, let rule = DropRule(name), isKnown(rule) else { return false }
    if let index = step.drop.firstIndex(where: { $0.value == rule }) {
      step.drop[index].notes.append(note)
    } else {
      step.drop.append(Located(rule, notes: [note]))
    }
    return true
  }

  /// Tables and the framework's own things have names of their own.
  private func isKnown(_ rule: DropRule) -> Bool {
    switch rule {
    case .entity(let name): plan.source.entity(name) != nil
    case .property(let key):
      plan.source.storedAttribute(key) != nil || plan.source.relationship(key) != nil
    }
  }

  private func conversion(of key: PropertyKey) -> EntityRule? {
    for mapping in plan.entities where mapping.source == key.entity {
      guard let destination = mapping.destination,
        let attribute = mapping.attributes.first(where: {
          $0.conversion == .incompatible && $0.source?.name == key.name
        })
      else { continue }
      var rule = EntityRule(name: Located(destination))
      if plan.pairs[destination] != mapping.source { rule.from = [Located(mapping.source)] }
      let value = Self.cast(MappingDraft.expression(key.name), to: attribute.destinationAttribute.type)
      rule.set = [MappingEntry(Located(attribute.destination.name), Located(value))]
      return rule
    }
    return nil
  }

  private static func cast(_ expression: String, to type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: "CAST(\(expression) AS INTEGER)"
    case .double, .float, .decimal, .date: "CAST(\(expression) AS REAL)"
    case .string, .uri: "CAST(\(expression) AS TEXT)"
    case .binary, .uuid, .transformable, .undefined, .objectID, .composite: "NULL"
    }
  }

  private func placeholder(_ key: PropertyKey) -> String {
    switch plan.destination.storedAttribute(key)?.type {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .date: "0"
    case .string, .uri: "''"
    default: "X''"
    }
  }

  /// The note stands in front of what the rule says of a property, or of the entity where it says nothing of any.
  private func noted(_ rule: EntityRule, _ note: String) -> EntityRule {
    var rule = rule
    if !rule.set.isEmpty {
      rule.set[0].key.notes.append(note)
    } else if !rule.connect.isEmpty {
      rule.connect[0].key.notes.append(note)
    } else {
      rule.name.notes.append(note)
    }
    return rule
  }

  /// One rule for each pair of entities.
  private mutating func join(_ rule: EntityRule) {
    guard let index = rules.firstIndex(where: { $0.name == rule.name && $0.from == rule.from }) else {
      rules.append(rule)
      return
    }
    rules[index].set += rule.set.filter { new in !rules[index].set.contains { $0.key == new.key } }
    rules[index].connect += rule.connect.filter { new in
      !rules[index].connect.contains { $0.key == new.key }
    }
  }
}
