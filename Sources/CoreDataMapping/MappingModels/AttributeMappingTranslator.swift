import CoreDataModel

/// Translates where the value of one destination attribute comes from.
struct AttributeMappingTranslator {
  private static let integers: [AttributeType] = [.integer16, .integer32, .integer64]
  private static let reals: [AttributeType] = [.double, .float]

  let attribute: AttributeDescription
  let said: MappingModelProperty?

  private var name: String { attribute.name }

  /// The attribute as the store has it: its parts, if it has parts.
  private var leaves: [(name: String, leaf: AttributeDescription)] {
    attribute.type == .composite
      ? attribute.compositeElements.map { ("\(name).\($0.name)", $0) } : [(name, attribute)]
  }

  func translate(_ entity: inout EntityMappingTranslator) {
    switch said?.value ?? .nothing {
    case .nothing: leave(&entity)
    case .unclear(let text): entity.ask(.unknownExpression, name, text, at: said?.place)
    case .generated: generate(&entity)
    case .expression(let expression): translate(expression, &entity)
    }
  }

  private func translate(_ expression: ArchivedExpression, _ entity: inout EntityMappingTranslator) {
    if let path = expression.sourcePath {
      carry(path, expression.text, &entity)
      return
    }
    switch expression {
    case .constant(.null):
      for (name, leaf) in leaves where inferred(name, entity)?.isNew != true || leaf.defaultValue != nil {
        entity.set(name, "NULL", at: said?.place)
      }
    case .constant(let value):
      if attribute.type != .composite, let sql = literal(value) {
        entity.set(name, sql, at: said?.place)
      } else {
        entity.ask(.unknownExpression, name, "a constant of another type", at: said?.place)
      }
    case .function: entity.ask(.customFunction, name, expression.text, at: said?.place)
    default: entity.ask(.unknownExpression, name, expression.text, at: said?.place)
    }
  }

  /// What Xcode makes of the editor's file. Where inference goes by a renaming identifier, that is not known.
  private func generate(_ entity: inout EntityMappingTranslator) {
    let renamed = leaves.compactMap { leaf in
      inferred(leaf.name, entity)?.source?.name.nonequal(to: leaf.name)
    }
    if let renamed = renamed.first {
      entity.ask(
        .unknownExpression, name, "no expression, while its renaming identifier is that of \(renamed)",
        at: said?.place)
      return
    }
    switch entity.path.end([name]) {
    case .attribute, .composite: carry([name], "$source.\(name)", &entity)
    default: leave(&entity)
    }
  }

  /// No value: what an object has when it is made.
  private func leave(_ entity: inout EntityMappingTranslator) {
    for (name, leaf) in leaves where inferred(name, entity)?.isNew != true {
      entity.set(
        name, leaf.defaultValue.flatMap { SourceSQL.value($0) } ?? "NULL", at: said?.place,
        notes: entity.inferred == nil ? [] : ["The mapping model gives it no value."])
    }
  }

  private func carry(_ path: [String], _ text: String, _ entity: inout EntityMappingTranslator) {
    switch entity.path.end(path) {
    case .attribute(let source, let sql):
      guard attribute.type != .composite else { break }
      if let inferred = inferred(name, entity), inferred.source?.name == path.joined(separator: "."),
        inferred.conversion != .incompatible
      {
        return
      }
      guard let converted = Self.converted(sql, from: source.type, to: attribute.type) else {
        return entity.ask(.unknownExpression, name, "\(text), whose type is another", at: said?.place)
      }
      entity.set(name, converted, at: said?.place)
      return
    case .count(let sql):
      guard let converted = Self.converted(sql, from: .integer64, to: attribute.type) else { break }
      entity.set(name, converted, at: said?.place)
      return
    case .composite(let parts): return carry(parts: parts, from: path, text, &entity)
    default: break
    }
    entity.ask(.unknownExpression, name, text, at: said?.place)
  }

  private func carry(
    parts: [String: String], from path: [String], _ text: String, _ entity: inout EntityMappingTranslator
  ) {
    let whole = path[path.count - 1]
    guard attribute.type == .composite,
      Set(parts.keys) == Set(attribute.compositeElements.map { "\(whole).\($0.name)" })
    else { return entity.ask(.unknownExpression, name, text, at: said?.place) }
    for element in attribute.compositeElements {
      let old = "\(whole).\(element.name)"
      let new = "\(name).\(element.name)"
      if let inferred = inferred(new, entity), path.count == 1, inferred.source?.name == old,
        inferred.conversion != .incompatible
      {
        continue
      }
      if let sql = parts[old] { entity.set(new, sql, at: said?.place) }
    }
  }

  private func inferred(_ name: String, _ entity: EntityMappingTranslator) -> AttributeMapping? {
    entity.inferred?.attributes.first { $0.destination.name == name }
  }

  /// Nil where Core Data would take no such value, or it is not known what it makes of it.
  private static func converted(
    _ sql: String, from old: AttributeType, to new: AttributeType
  ) -> String? {
    if old == new { return sql }
    // A truth value is the number 0 or 1.
    if integers.contains(old) || old == .boolean, integers.contains(new) { return sql }
    if reals.contains(old), reals.contains(new) { return sql }
    if integers.contains(old), reals.contains(new) { return "CAST(\(sql) AS REAL)" }
    return nil
  }

  private func literal(_ value: ArchivedExpression.Constant) -> String? {
    switch (value, attribute.type) {
    case (.text(let text), .string): SourceSQL.text(text)
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64), (.integer(let number), .decimal):
      String(number)
    case (.integer(let number), .double), (.integer(let number), .float):
      SourceSQL.number(Double(number))
    case (.real(let number), .double), (.real(let number), .float): SourceSQL.number(number)
    case (.boolean(let flag), .boolean): flag ? "1" : "0"
    case (.integer(0), .boolean): "0"
    case (.integer(1), .boolean): "1"
    case (.date(let seconds), .date): SourceSQL.number(seconds)
    case (.data(let bytes), .binary): SourceSQL.data(bytes)
    default: nil
    }
  }
}

extension String {
  /// Nil if it is that one.
  fileprivate func nonequal(to other: String) -> String? { self == other ? nil : self }
}
