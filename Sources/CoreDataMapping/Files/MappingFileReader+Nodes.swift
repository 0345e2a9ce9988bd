import Diagnostics
import YAML

/// Nodes by their kind. What is of another kind is reported, and nil.
extension MappingFileReader {
  mutating func fields(
    _ node: MappingNode, _ level: MappingLevel, reportsUnknown: Bool = true
  ) -> MappingFields? {
    guard let entries = entries(node) else { return nil }
    let fields = MappingFields(node: node, level: level, entries: entries)
    return reportsUnknown ? reportUnknown(fields) : fields
  }

  mutating func reportUnknown(_ fields: MappingFields) -> MappingFields {
    for entry in fields.entries where !fields.level.keys.contains(entry.key) {
      let elsewhere = MappingLevel.allCases.filter { $0.keys.contains(entry.key) }.map(\.text)
      let keys = fields.level.keys.map { "`\($0)`" }.joined(separator: ", ")
      problems.add(
        .mappingUnknownKey, at: fields.node.place(of: entry),
        "\(MappingProblems.quoted(entry.key)) is no key of \(fields.level.text)",
        recovery: (elsewhere.isEmpty
          ? problems.suggestion(for: entry.key, in: fields.level.keys)
          : ["It is a key of \(elsewhere.joined(separator: ", or of "))."])
          + ["The keys here are \(keys)."])
    }
    return fields
  }

  mutating func require(_ key: String, of fields: MappingFields) -> MappingNode? {
    if let node = fields.node(key) { return node }
    reportMissing(key, at: fields.node.place)
    return nil
  }

  mutating func reportMissing(_ key: String, at place: MappingPlace, why: String = "") {
    problems.add(
      .mappingMissingKey, at: place, "the key `\(key)` is missing\(why)", recovery: ["Add `\(key)`."])
  }

  mutating func entries(_ node: MappingNode) -> [YAMLNode.Entry]? {
    if case .mapping(let entries) = node.content { return entries }
    reportKind(of: node, expected: "a mapping")
    return nil
  }

  /// At least one item.
  mutating func list<Element>(
    _ node: MappingNode, of kind: String, _ element: (inout Self, MappingNode) -> Element?
  ) -> [Element] {
    guard case .sequence(let items) = node.content else {
      reportKind(of: node, expected: "a list of \(kind)")
      return []
    }
    if items.isEmpty { reportEmpty(node.place, "the list") }
    var result: [Element] = []
    for (index, item) in items.enumerated() {
      let child = MappingNode(item, path: "\(node.place.path)[\(index)]")
      if let element = element(&self, child) { result.append(element) }
    }
    return result
  }

  /// A name or SQL: not empty.
  mutating func text(_ node: MappingNode) -> Located<String>? {
    guard let text = value(node) else { return nil }
    guard text.value.contains(where: { !$0.isWhitespace }) else {
      reportEmpty(node.place, "the text")
      return nil
    }
    return text
  }

  /// Any text: it may be empty, but has to be there.
  mutating func value(_ node: MappingNode) -> Located<String>? {
    if case .scalar(let text) = node.content { return Located(text, at: node.place) }
    reportKind(of: node, expected: "a text")
    return nil
  }

  mutating func word<Word>(_ node: MappingNode) -> Located<Word>?
  where Word: RawRepresentable & CaseIterable & Sendable & Hashable, Word.RawValue == String {
    guard let text = text(node) else { return nil }
    if let word = Word(rawValue: text.value) { return Located(word, at: text.place) }
    let words = Word.allCases.map(\.rawValue)
    reportValue(
      text, "is none of \(words.map { "`\($0)`" }.joined(separator: ", "))",
      recovery: problems.suggestion(for: text.value, in: words) + ["Write one of them."])
    return nil
  }

  mutating func reportValue(_ text: Located<String>, _ what: String, recovery: [String]) {
    problems.add(
      .mappingWrongValue, at: text.place, "\(MappingProblems.quoted(text.value)) \(what)", recovery: recovery)
  }

  mutating func reportEmpty(_ place: MappingPlace, _ what: String) {
    problems.add(
      .mappingEmpty, at: place, "\(what) is empty", recovery: ["Say something, or leave the key out."])
  }

  private mutating func reportKind(of node: MappingNode, expected: String) {
    problems.add(
      .mappingWrongKind, at: node.place, "\(expected) is expected, and \(node.kind) stands here",
      recovery: ["Write \(expected)."])
  }

  /// Each after the first of its kind.
  mutating func reportRepeated(_ items: [Located<String>]) {
    var lines: [String: Int] = [:]
    for item in items {
      guard let line = lines[item.value] else {
        lines[item.value] = item.place.line
        continue
      }
      problems.add(
        .mappingRepeated, at: item.place,
        "\(MappingProblems.quoted(item.value)) stands in line \(line) already",
        recovery: ["Remove one of them."])
    }
  }
}
