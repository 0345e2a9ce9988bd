import CoreDataModel
import Diagnostics

/// Holds the names in a step of a mapping file against the two models of the step. SQL is not looked into.
package struct MappingFileCheck {
  private var names: MappingNames
  /// Destination entity to source entity, as inference pairs them.
  private let pairs: [String: String]

  /// - Parameters:
  ///   - source: the version that the step starts from.
  ///   - destination: the version that it leads to.
  ///   - file: the file's name without folder, for messages.
  /// - Returns: every fault, in the order of the file; all of severity error, for status 64.
  package static func diagnostics(
    of step: MappingStep, from source: ManagedObjectModel, to destination: ManagedObjectModel, file: String
  ) -> [Diagnostic] {
    var check = MappingFileCheck(
      names: MappingNames(
        source: source, destination: destination, problems: MappingProblems(file: file)),
      pairs: MappingInference.plan(from: source, to: destination).pairs)
    check.check(step)
    return check.names.problems.diagnostics
  }

  private mutating func check(_ step: MappingStep) {
    var feeds: [[String]: Int] = [:]
    for rule in step.entities {
      let sources = check(rule.value)
      for source in sources {
        reportTwice(
          [rule.value.name.value, source.value], at: source.place, &feeds,
          "rows of \(source.value) become rows of \(rule.value.name.value)")
      }
    }
    for rule in step.drop { check(rule) }
    var merges: [[String]: Int] = [:]
    for rule in step.merge {
      check(rule.value)
      reportTwice(
        [rule.value.entity.value] + rule.value.by.map(\.value).sorted(), at: rule.value.entity.place, &merges,
        "rows of \(rule.value.entity.value) are merged by these properties")
    }
    for entry in step.defaults {
      let key = entry.key.value
      if names.entity(Located(key.entity, at: entry.key.place), .destination, mayBeAbstract: true) != nil {
        names.property(
          Located(key.name, at: entry.key.place), of: key.entity, .destination, for: .value)
      }
    }
  }

  /// The source entities of the rule, as far as they are any.
  private mutating func check(_ rule: EntityRule) -> [Located<String>] {
    let destination = names.entity(rule.name, .destination)
    let sources = sources(of: rule, destination: destination)
    guard let destination else { return sources }
    var lines: [[String]: Int] = [:]
    for name in rule.set.map(\.key) + rule.values.map(\.key) {
      names.property(name, of: destination.name, .destination, for: .value)
      reportTwice(
        [name.value], at: name.place, &lines, "\(MappingProblems.quoted(name.value)) is given a value")
    }
    for entry in rule.connect {
      let property = names.property(entry.key, of: destination.name, .destination, for: .links)
      guard case .relationship = entry.value.value.kind else { continue }
      for source in sources {
        check(entry.value, of: source.value, against: property)
      }
    }
    return sources
  }

  private mutating func sources(
    of rule: EntityRule, destination: EntityDescription?
  ) -> [Located<String>] {
    if !rule.from.isEmpty { return rule.from.filter { names.entity($0, .source) != nil } }
    guard let destination else { return [] }
    if let source = pairs[destination.name].flatMap({ names.source.entity($0) }), !source.isAbstract {
      return [Located(source.name, at: rule.name.place)]
    }
    names.problems.add(
      .mappingSourceMissing, at: rule.name.place,
      "nothing in the source version \(names.source.name) corresponds to \(destination.name)",
      subject: Subject(entity: destination.name), recovery: ["Name a source entity with `from`."])
    return []
  }

  private mutating func check(
    _ connection: Located<ConnectionSource>, of source: String, against destination: MappedProperty?
  ) {
    let name = Located(connection.value.text, at: connection.place)
    let property = names.property(name, of: source, .source, for: .links)
    guard case .relationship(let from) = property, case .relationship(let to) = destination,
      from.isToMany, !to.isToMany
    else { return }
    names.problems.add(
      .mappingPropertyKind, at: connection.place,
      "\(MappingProblems.quoted(from.name)) of \(source) is to-many and leads to several rows, but "
        + "\(MappingProblems.quoted(to.name)) has place for one",
      subject: Subject(entity: source, property: from.name),
      recovery: ["Write SQL that gives the objectID of one of them."])
  }

  private mutating func check(_ rule: Located<DropRule>) {
    switch rule.value {
    case .entity(let name):
      _ = names.entity(Located(name, at: rule.place), .source)
    case .property(let key):
      guard names.entity(Located(key.entity, at: rule.place), .source, mayBeAbstract: true) != nil else {
        return
      }
      names.property(Located(key.name, at: rule.place), of: key.entity, .source, for: .loss)
    }
  }

  /// Uniqueness may be declared by an abstract entity, for all below it.
  private mutating func check(_ rule: MergeRule) {
    guard let entity = names.entity(rule.entity, .destination, mayBeAbstract: true) else { return }
    for name in rule.by { names.property(name, of: entity.name, .destination, for: .comparison) }
    for term in rule.keep.value where term.property != ConnectionSource.objectID {
      names.property(Located(term.property, at: rule.keep.place), of: entity.name, .destination, for: .order)
    }
  }

  private mutating func reportTwice(
    _ key: [String], at place: MappingPlace, _ lines: inout [[String]: Int], _ what: String
  ) {
    guard let line = lines[key] else {
      lines[key] = place.line
      return
    }
    names.problems.add(
      .mappingDefinedTwice, at: place, "line \(line) says already that \(what)",
      recovery: ["Make one of them."])
  }
}

extension DiagnosticID {
  package static let mappingSourceMissing = DiagnosticID("mapping.source-missing")
  package static let mappingDefinedTwice = DiagnosticID("mapping.defined-twice")
}
