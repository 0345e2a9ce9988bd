import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import SQLite

/// Turns the rules of a step into a plan for shaping a copy of the source.
///
/// A source entity whose rows become what inference finds keeps its place, and other rules make further rows of them.
/// Where a rule is about the very entity that inference finds, or inference finds none, the rules alone have the rows:
/// each goes to the first rule that takes it, and any other rule that takes it too makes a further row.
package struct ShapePlanner {
  let source: ManagedObjectModel
  let destination: ManagedObjectModel
  let inference: MappingInference
  let inferred: MigrationPlan
  let step: MappingStep
  let session: ExpressionSession
  var compiler: RuleCompiler
  var names: ShapedNames
  /// What the rules read; it counts as carried over.
  var read: Set<PropertyKey> = []

  package init(
    step: MappingStep, file: String, source: ManagedObjectModel, destination: ManagedObjectModel,
    session: ExpressionSession
  ) {
    self.step = step
    self.source = source
    self.destination = destination
    self.session = session
    inference = MappingInference(source: source, destination: destination)
    inferred = MappingInference.plan(from: source, to: destination)
    compiler = RuleCompiler(session: session, file: file)
    names = ShapedNames(avoiding: [source, destination])
  }

  /// - Returns: nil where the step leaves everything to inference.
  /// - Throws: every fault of the file's SQL and names, for status 64.
  package static func plan(
    step: MappingStep, file: String, source: ManagedObjectModel, destination: ManagedObjectModel,
    session: ExpressionSession
  ) throws -> ShapePlan? {
    let faults = MappingFileCheck.diagnostics(of: step, from: source, to: destination, file: file)
    guard faults.isEmpty else { throw DiagnosticError(.usage, faults) }
    guard !step.entities.isEmpty || !step.defaults.isEmpty else { return nil }
    var planner = ShapePlanner(
      step: step, file: file, source: source, destination: destination, session: session)
    let sources = planner.shapedSources()
    if let failure = planner.compiler.failure { throw failure }
    guard planner.compiler.faults.isEmpty else { throw DiagnosticError(.usage, planner.compiler.faults) }
    let builder = try ShapedPlanBuilder(planner, sources)
    guard builder.faults.isEmpty else { throw DiagnosticError(.usage, builder.faults) }
    return try builder.plan()
  }

  /// A rule for one source entity, or what the step's defaults alone ask for.
  private struct Rule {
    let destination: String
    let place: MappingPlace
    let rule: EntityRule?
  }

  private mutating func shapedSources() -> [ShapedSource] {
    var rules: [String: [Rule]] = [:]
    for located in step.entities {
      let rule = located.value
      let name = rule.name.value
      let sources = rule.from.isEmpty ? inferred.pairs[name].map { [$0] } ?? [] : rule.from.map(\.value)
      for source in sources {
        rules[source, default: []].append(Rule(destination: name, place: rule.name.place, rule: rule))
      }
    }
    for mapping in inferred.entities {
      guard let target = mapping.destination,
        rules[mapping.source]?.contains(where: { $0.destination == target }) != true
      else { continue }
      let asked = step.defaults.first { entry in
        destination.isKind(target, of: entry.key.value.entity)
          && mapping.attributes.contains { $0.destination.name == entry.key.value.name }
      }
      guard let asked else { continue }
      rules[mapping.source, default: []].append(
        Rule(destination: target, place: asked.key.place, rule: nil))
    }
    return underOneRoot(rules.keys.sorted().map { shaped($0, rules[$0] ?? []) })
  }

  /// Further rows of one source table that become rows of one entity lie in one table too.
  private mutating func underOneRoot(_ sources: [ShapedSource]) -> [ShapedSource] {
    func group(_ source: ShapedSource, _ mapping: ShapedMapping) -> [String] {
      [self.source.root(of: source.entity), mapping.destination]
    }
    var counts: [[String]: Int] = [:]
    for source in sources {
      for mapping in source.mappings where mapping.copy != nil {
        counts[group(source, mapping), default: 0] += 1
      }
    }
    var roots: [[String]: String] = [:]
    for (key, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where count > 1 {
      roots[key] = names.make(key[0])
    }
    return sources.map { source in
      var mappings = source.mappings
      for index in mappings.indices where mappings[index].copy != nil {
        mappings[index].copyRoot = roots[group(source, mappings[index])]
      }
      return ShapedSource(entity: source.entity, keepsOwnPlace: source.keepsOwnPlace, mappings: mappings)
    }
  }

  private mutating func shaped(_ entity: String, _ rules: [Rule]) -> ShapedSource {
    let own = inferred.destination(ofSource: entity)
    let keepsOwnPlace = own != nil && !rules.contains { $0.destination == own }
    var mappings: [ShapedMapping] = []
    // Behind a rule that takes all rows none is the first to take any.
    var hasPlace = keepsOwnPlace
    for (index, rule) in rules.enumerated() {
      let condition = rule.rule?.condition.flatMap { compiler.condition($0, over: entity) }
      if let condition { read.formUnion(condition.properties) }
      let base = inference.mapping(of: entity, to: rule.destination)
      let values = values(of: rule, entity, base)
      let ruled = Set(values.map(\.destination))
      let mayHaveCopies = keepsOwnPlace || index > 0
      var carried: [(source: PropertyKey, name: String)] = []
      if mayHaveCopies {
        for key in Set(base.attributes.filter { !ruled.contains($0.destination) }.compactMap(\.source))
          .sorted()
        {
          carried.append((key, names.make(key.name)))
        }
      }
      mappings.append(
        ShapedMapping(
          destination: rule.destination, place: RulePlace(file: compiler.file, place: rule.place),
          condition: condition, member: hasPlace ? nil : names.make(entity),
          copy: mayHaveCopies ? names.make(entity) : nil, values: values,
          connections: rule.rule?.connect ?? [], carried: carried))
      if rule.rule?.condition == nil { hasPlace = true }
    }
    return ShapedSource(entity: entity, keepsOwnPlace: keepsOwnPlace, mappings: mappings)
  }

  private mutating func values(of rule: Rule, _ entity: String, _ base: EntityMapping) -> [ShapedValue] {
    var values: [ShapedValue] = []
    func place(_ at: MappingPlace) -> RulePlace { RulePlace(file: compiler.file, place: at) }
    for mapping in base.attributes {
      let name = mapping.destination.name
      var expression: CompiledExpression?
      var table: ValueTable?
      var at: MappingPlace?
      if let entry = rule.rule?.set.first(where: { $0.key.value == name }) {
        expression = compiler.value(entry.value, over: entity)
        at = entry.value.place
      } else if let entry = rule.rule?.values.first(where: { $0.key.value == name }) {
        expression = compiler.text(entry.value.value.from, over: entity)
        table = entry.value.value
        at = entry.value.place
      }
      if let expression { read.formUnion(expression.properties) }
      let fallback = fallback(for: mapping, rule.destination, entity)
      if let fallback, at == nil {
        at = fallback.place.place
        expression = carriedValue(mapping, entity, at: fallback.place.place)
      }
      guard let at else { continue }
      values.append(
        ShapedValue(
          destination: mapping.destination, attribute: mapping.destinationAttribute,
          name: names.make(name), place: place(at), expression: expression, table: table, fallback: fallback))
    }
    return values
  }

  private mutating func fallback(for mapping: AttributeMapping, _ target: String, _ entity: String)
    -> (expression: CompiledExpression, place: RulePlace)?
  {
    let key = mapping.destination
    let entry = step.defaults.first { entry in
      entry.key.value.name == key.name && destination.isKind(target, of: entry.key.value.entity)
    }
    guard let entry, let expression = compiler.value(entry.value, over: entity) else { return nil }
    read.formUnion(expression.properties)
    return (expression, RulePlace(file: compiler.file, place: entry.value.place))
  }

  /// What inference carries over, as an expression; nil for an attribute that is new.
  private mutating func carriedValue(_ mapping: AttributeMapping, _ entity: String, at place: MappingPlace)
    -> CompiledExpression?
  {
    guard let key = mapping.source else { return nil }
    switch mapping.conversion {
    case .copy, .addTag, .removeTag: break
    default:
      compiler.fault(
        .mappingExpression, at: place,
        "the type of \(key) changes on the way to \(mapping.destination), so a default alone does not say what its "
          + "values become", subject: Subject(entity: key.entity, property: key.name),
        recovery: ["Give the attribute its value with `set`."])
      return nil
    }
    guard let column = session.views.view(of: entity)?.columns.first(where: { $0.property == key }) else {
      return nil
    }
    let expression = compiler.value(Located(Identifier.quoted(column.name), at: place), over: entity)
    // Carried over as much as without a default.
    if let expression { read.formUnion(expression.properties) }
    return expression
  }
}
