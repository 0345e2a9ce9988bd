import CoreDataModel

/// Translates one entity mapping.
struct EntityMappingTranslator {
  let translator: MappingModelTranslator
  let mapping: MappingModelEntity
  let source: String
  let destination: String
  var rule: EntityRule
  var openQuestions: [OpenQuestion] = []

  init(
    translator: MappingModelTranslator, mapping: MappingModelEntity, source: String, destination: String,
    rule: EntityRule
  ) {
    self.translator = translator
    self.mapping = mapping
    self.source = source
    self.destination = destination
    self.rule = rule
  }

  /// What inference does with these rows; nil if it makes something else of them.
  var inferred: EntityMapping? {
    translator.plan.mapping(ofSource: source).flatMap { $0.destination == destination ? $0 : nil }
  }

  var path: SourcePath { SourcePath(model: translator.source, entity: source) }

  /// Whether the rule says anything that inference does not do by itself.
  var isSaying: Bool {
    inferred == nil || rule.condition != nil || !rule.set.isEmpty || !rule.connect.isEmpty
  }

  mutating func translate() {
    translateFilter()
    translateAttributes()
    translateRelationships()
  }

  private mutating func translateFilter() {
    switch mapping.filter {
    case .all: break
    case .predicate(let text):
      guard let sql = MappingPredicateSQL.sql(text, over: source, of: translator.source) else { fallthrough }
      if sql != "1" { rule.condition = Located(sql, at: mapping.place) }
    case .other: openQuestions.append(OpenQuestion(.unknownPredicate, of: mapping, text: ""))
    }
  }

  private mutating func translateAttributes() {
    let attributes = translator.destination.attributes(of: destination).map(\.attribute)
    for attribute in attributes where !attribute.isTransient && !attribute.isKeptByTriggers {
      let said = mapping.attributes.first { $0.name == attribute.name }
      AttributeMappingTranslator(attribute: attribute, said: said).translate(&self)
    }
    for said in mapping.attributes
    where translator.destination.mappedProperty(said.name, of: destination) == nil {
      // The name is wrong for this version; the check of mapping files tells.
      set(said.name, "NULL", at: said.place)
    }
  }

  private mutating func translateRelationships() {
    let resolver = RelationshipResolver(translator: translator)
    let relationships = translator.destination.relationships(of: destination)
    for (declaring, relationship) in relationships where !relationship.isTransient {
      resolver.translate(PropertyKey(declaring, relationship.name), relationship, &self)
    }
    for said in mapping.relationships
    where translator.destination.mappedProperty(said.name, of: destination) == nil {
      connect(said.name, RelationshipResolver.nowhere, at: said.place)
    }
  }

  mutating func set(_ name: String, _ sql: String, at place: MappingPlace?, notes: [String] = []) {
    let place = place ?? mapping.place
    rule.set.append(MappingEntry(Located(name, at: place, notes: notes), Located(sql, at: place)))
  }

  mutating func connect(_ name: String, _ source: String, at place: MappingPlace?, notes: [String] = []) {
    let place = place ?? mapping.place
    rule.connect.append(
      MappingEntry(Located(name, at: place, notes: notes), Located(ConnectionSource(source), at: place)))
  }

  mutating func ask(
    _ kind: OpenQuestion.Kind, _ property: String, isRelationship: Bool = false, _ text: String,
    at place: MappingPlace?
  ) {
    openQuestions.append(
      OpenQuestion(
        kind, of: mapping, property: property, isRelationship: isRelationship, text: text, place: place))
  }
}
