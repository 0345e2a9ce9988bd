import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics

/// A mapping file to begin with: valid as it is, and then equal to what is inferred. Everything that only a person can
/// decide stands in it as a comment, in the form of the rule that would decide it.
struct MappingDraft {
  private let source: String
  private let plan: MigrationPlan
  private let renames: [RenameSearch.Rename]
  private let obstacles: [Obstacle]
  private static let margin = "    "

  init(from source: String, plan: MigrationPlan, renames: [RenameSearch.Rename], obstacles: [Obstacle]) {
    self.source = source
    self.plan = plan
    self.renames = renames
    self.obstacles = obstacles
  }

  func text() -> String {
    var step = MappingStep()
    step.from = Located(source)
    step.to = Located(plan.destination.name)
    let header = [
      "Mapping file drafted by import-legacy plan. What the two versions tell is inferred and not repeated.",
      "Below stand the questions that they leave open, each as a rule that would answer it: take away the",
      "\"# \" in front of the lines you want. Lines of \"# # \" stay comments.",
    ]
    let file = MappingFileWriter.text(of: MappingFile(steps: [Located(step)]), header: header)
    let lines = questions
    return file + (lines.isEmpty ? "" : lines.map { "\(Self.margin)# \($0)" }.joined(separator: "\n") + "\n")
  }

  /// A step's keys as they stand in a mapping file, without its margin.
  static func lines(of step: MappingStep) -> [String] {
    guard step != MappingStep() else { return [] }
    let file = MappingFileWriter.text(of: MappingFile(steps: [Located(step)]))
    let all = file.split(separator: "\n", omittingEmptySubsequences: true)
    guard let start = all.firstIndex(of: "steps:") else { return [] }
    return all[(start + 1)...].map { String($0.dropFirst(margin.count)) }
  }

  /// A property's name as SQL.
  static func expression(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
    return isPlain && name.unicodeScalars.first.map({ !("0"..."9").contains($0) }) ?? false
      ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  private var questions: [String] {
    var step = MappingStep()
    var rest: [String] = []
    var rules: [EntityRule] = renames.flatMap { rename in
      rename.rules.map { noted($0, "\(rename.planned.source) looks renamed: \(reasons(rename)).") }
    }
    for obstacle in obstacles {
      let diagnostic = obstacle.diagnostic
      let note = "\(diagnostic.id), \(diagnostic.count): \(diagnostic.summary)"
      switch diagnostic.id {
      case .valueMissing:
        guard let key = key(diagnostic), !step.defaults.contains(where: { $0.key.value == key }) else {
          continue
        }
        step.defaults.append(
          MappingEntry(Located(key, notes: [note, "Which value shall they get?"]), Located(placeholder(key))))
      case .notUnique:
        guard let key = key(diagnostic) else { continue }
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
          rules.append(noted(rule, note + " How do they change?"))
        }
        addDrop(obstacle, note, to: &step)
      default:
        if !addDrop(obstacle, note, to: &step) {
          let subject = [diagnostic.subject.entity, diagnostic.subject.property].compactMap(\.self)
          rest.append("# Open: \(subject.joined(separator: ".")): \(note)")
        }
      }
    }
    step.entities = joined(rules).map { Located($0) }
    return rest + Self.lines(of: step)
  }

  private func reasons(_ rename: RenameSearch.Rename) -> String {
    rename.planned.reasons.map(\.rawValue).joined(separator: ", ")
  }

  private func key(_ diagnostic: Diagnostic) -> PropertyKey? {
    guard let entity = diagnostic.subject.entity, let property = diagnostic.subject.property else {
      return nil
    }
    return PropertyKey(entity, property)
  }

  /// - Returns: false where no rule of this kind answers it.
  @discardableResult
  private func addDrop(_ obstacle: Obstacle, _ note: String, to step: inout MappingStep) -> Bool {
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
      let value = Self.cast(Self.expression(key.name), to: attribute.destinationAttribute.type)
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
  private func joined(_ rules: [EntityRule]) -> [EntityRule] {
    var result: [EntityRule] = []
    for rule in rules {
      guard let index = result.firstIndex(where: { $0.name == rule.name && $0.from == rule.from }) else {
        result.append(rule)
        continue
      }
      result[index].set += rule.set.filter { new in !result[index].set.contains { $0.key == new.key } }
      result[index].connect += rule.connect.filter { new in
        !result[index].connect.contains { $0.key == new.key }
      }
    }
    return result
  }
}
