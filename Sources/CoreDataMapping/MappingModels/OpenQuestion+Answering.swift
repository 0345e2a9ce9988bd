import Diagnostics

extension OpenQuestion {
  /// Whether a mapping file says what is asked: for a property that property, for the rows that are taken a `where`,
  /// for a class of the app an item of that entity, with whatever in it. Rows that become nothing may be dropped.
  func isAnswered(by step: MappingStep) -> Bool {
    guard let destination else {
      return step.drop.contains { $0.value == source.map { .entity($0) } }
        || step.entities.contains { $0.value.from.contains { $0.value == source } }
    }
    return step.entities.map(\.value).contains { rule in
      guard rule.name.value == destination,
        source == nil || rule.from.isEmpty || rule.from.contains(where: { $0.value == source })
      else { return false }
      switch (kind, property) {
      case (.unknownPredicate, _): return rule.condition != nil
      case (_, let property?): return rule.says(property)
      case (_, nil): return true
      }
    }
  }

  /// What is asked, as a sentence without its full stop.
  package var summary: String {
    let rows = source.map { "rows of \($0)" } ?? "rows"
    switch kind {
    case .policyClass:
      return "what becomes of \(rows) is decided by the app's class \(MappingProblems.quoted(text))"
    case .customFunction: return "\(subject) comes from code of the app, \(MappingProblems.quoted(text))"
    case .unknownExpression: return "\(subject) cannot be translated, \(MappingProblems.quoted(text))"
    case .unknownPredicate: return "which \(rows) it takes cannot be translated"
    }
  }

  /// Lines of a mapping file that would answer it, on one.
  package var answer: String {
    guard let destination else { return source.map { "drop: [\($0)]" } ?? "" }
    let from = source.map { ", from: \($0)" } ?? ""
    let rest =
      switch (kind, property) {
      case (.unknownPredicate, _): ", where: \"SQL\""
      case (_, let property?): ", \(isRelationship ? "connect" : "set"): {\(property): \"SQL\"}"
      case (_, nil): from.isEmpty ? ", from: ENTITY" : ""
      }
    return "entities: [{name: \(destination)\(from)\(rest)}]"
  }

  /// - Parameter file: the mapping model's name without folder.
  package func diagnostic(file: String) -> Diagnostic {
    let line = place.line > 0 ? ", line \(place.line)" : ""
    return Diagnostic(
      .mappingNeedsCode, .error, Subject(entity: destination ?? source, property: property),
      summary: "\(file)\(line), entity mapping \(MappingProblems.quoted(entityMapping)): \(summary).",
      recovery: ["Answer it in the step of a mapping file given beside it: `\(answer)`."])
  }

  private var subject: String { [destination, property].compactMap(\.self).joined(separator: ".") }
}

extension EntityRule {
  /// Whether it gives this property a value or links.
  func says(_ property: String) -> Bool {
    func isMeant(_ name: String) -> Bool { name == property || name.hasPrefix(property + ".") }
    return set.contains { isMeant($0.key.value) } || values.contains { isMeant($0.key.value) }
      || connect.contains { isMeant($0.key.value) }
  }
}
