import CoreDataModel

/// What `model show` prints.
struct ModelText {
  /// Where what is said of a property begins; longer names push it.
  private static let nameWidth = 22
  private static let indentation = 4

  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) { self.model = model }

  func text() -> String {
    var text = model.name + "\n"
    let identifiers = model.versionIdentifiers.filter { !$0.isEmpty }
    if !identifiers.isEmpty { text += WrappedText.list("version identifier:", identifiers, indentation: 2) }
    for entity in model.entities { text += "\n" + self.entity(entity) }
    if !model.configurations.isEmpty {
      text += "\nconfigurations\n"
      for (name, entities) in model.configurations.inOrder {
        text += row(name, [entities.sortedByBytes.joined(separator: ", ")].filter { !$0.isEmpty })
      }
    }
    return text
  }

  private func entity(_ entity: EntityDescription) -> String {
    var words = entity.isAbstract ? ["abstract"] : []
    if let parent = entity.superentity { words.append("parent \(parent)") }
    if let name = entity.managedObjectClassName { words.append("class \(name)") }
    if let identifier = entity.renamingIdentifier { words.append("renaming identifier \(identifier)") }
    if let modifier = entity.versionHashModifier { words.append("hash modifier \(modifier)") }
    words += AttributeWords.userInfo(entity.userInfo)
    var text = WrappedText.list(
      words.isEmpty ? entity.name : "\(entity.name):", words, indentation: Self.indentation)
    text += section("attributes", entity.attributes.sortedByBytes(\.name)) {
      row($0.name, AttributeWords($0).words)
        + $0.compositeElements.sortedByBytes(\.name).map { leaf($0, depth: 1) }.joined()
    }
    text += section("relationships", entity.relationships.sortedByBytes(\.name)) {
      row($0.name, Self.words($0))
    }
    text += section("fetched properties", entity.fetchedProperties.sortedByBytes) { row($0, []) }
    text += section("unique", entity.uniquenessConstraints) { row($0.joined(separator: ", "), []) }
    text += section("indexes", entity.fetchIndexes.sortedByBytes(\.name)) { row($0.name, [$0.text]) }
    text += section("compound indexes", entity.compoundIndexes) { row($0.joined(separator: ", "), []) }
    return text
  }

  private func leaf(_ leaf: AttributeDescription, depth: Int) -> String {
    row("." + leaf.name, AttributeWords(leaf).words, indentation: Self.indentation + depth * 2)
      + leaf.compositeElements.sortedByBytes(\.name).map { self.leaf($0, depth: depth + 1) }.joined()
  }

  private func section<Item>(_ title: String, _ items: [Item], _ row: (Item) -> String) -> String {
    items.isEmpty ? "" : "  \(title)\n" + items.map(row).joined()
  }

  private func row(_ name: String, _ words: [String], indentation: Int = ModelText.indentation) -> String {
    let lead = String(repeating: " ", count: indentation) + name
    guard !words.isEmpty else { return lead + "\n" }
    let start = Self.indentation + Self.nameWidth
    return WrappedText.list(WrappedText.padded(lead, start) + "  ", words, indentation: start + 4)
  }

  private static func words(_ relationship: RelationshipDescription) -> [String] {
    var words = [(relationship.isToMany ? "to-many " : "to-one ") + relationship.destinationEntity]
    words.append(relationship.inverseName.map { "inverse \($0)" } ?? "no inverse")
    words.append(relationship.isOptional ? "optional" : "required")
    if relationship.isOrdered { words.append("ordered") }
    if relationship.minCount != 0 {
      words.append("at least \(RelationshipDescription.text(count: relationship.minCount))")
    }
    if relationship.isToMany, relationship.maxCount != 0, relationship.maxCount != .max {
      words.append("at most \(RelationshipDescription.text(count: relationship.maxCount))")
    }
    words.append("delete rule \(relationship.deleteRule.modelName)")
    if relationship.isTransient { words.append("transient") }
    if relationship.isIndexed { words.append("indexed") }
    if let identifier = relationship.renamingIdentifier {
      words.append("renaming identifier \(identifier)")
    }
    if let modifier = relationship.versionHashModifier { words.append("hash modifier \(modifier)") }
    return words + AttributeWords.userInfo(relationship.userInfo)
  }
}

extension Array where Element == String {
  var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension Array {
  func sortedByBytes(_ name: KeyPath<Element, String>) -> [Element] {
    sorted { $0[keyPath: name].utf8.lexicographicallyPrecedes($1[keyPath: name].utf8) }
  }
}

extension Dictionary where Key == String {
  var inOrder: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
