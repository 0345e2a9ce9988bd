import CoreDataModel
import YAML

/// Writes a mapping file that `MappingFileReader` reads back as the same values. Entries keep their order, keys have
/// that of the reference; what is empty is left out; notes become comments.
package enum MappingFileWriter {
  private typealias Entry = (key: String, item: YAMLOutline.Item)

  /// - Parameter header: lines of the comment at the top.
  package static func text(of file: MappingFile, header: [String] = []) -> String {
    let steps = file.steps.map { YAMLOutline.Item(outline($0.value), notes: $0.notes) }
    let assertions = file.assertions.map { YAMLOutline.Item(outline($0.value), notes: $0.notes) }
    let entries: [Entry] =
      [scalar("version", MappingFile.version), ("steps", .init(.sequence(steps)))]
      + list("assert", assertions)
    return YAMLOutline.mapping(entries).text(header: header)
  }

  private static func outline(_ step: MappingStep) -> YAMLOutline {
    .mapping(
      scalar("from", step.from) + scalar("to", step.to)
        + list("entities", step.entities.map { .init(outline($0.value), notes: $0.notes) })
        + list("drop", step.drop.map { .init(.scalar($0.value.text), notes: $0.notes) })
        + list("merge", step.merge.map { .init(outline($0.value), notes: $0.notes) })
        + mapping("defaults", step.defaults, key: \.description) { .scalar($0) })
  }

  private static func outline(_ rule: EntityRule) -> YAMLOutline {
    .mapping(
      scalar("name", rule.name)
        + (rule.from.count == 1 ? scalar("from", rule.from.first) : list("from", names(rule.from)))
        + scalar("where", rule.condition) + mapping("set", rule.set, key: \.self) { .scalar($0) }
        + mapping("values", rule.values, key: \.self) { outline($0) }
        + mapping("connect", rule.connect, key: \.self) { .scalar($0.text) }
        + scalar("on-invalid", rule.onInvalid.map { Located($0.value.rawValue, notes: $0.notes) }))
  }

  private static func outline(_ table: ValueTable) -> YAMLOutline {
    .mapping(
      scalar("from", table.from) + mapping("map", table.map, key: \.self) { .scalar($0) }
        + scalar("default", table.fallback))
  }

  private static func outline(_ merge: MergeRule) -> YAMLOutline {
    let order = merge.keep.value.map(\.text).joined(separator: ", ")
    return .mapping(
      scalar("entity", merge.entity) + list("by", names(merge.by))
        + scalar("keep", Located(order, notes: merge.keep.notes)))
  }

  private static func outline(_ assertion: MappingAssertion) -> YAMLOutline {
    .mapping(
      scalar("name", assertion.name)
        + scalar("on", Located(assertion.on.value.rawValue, notes: assertion.on.notes))
        + scalar("query", assertion.query) + scalar("expect", assertion.expect))
  }

  private static func scalar(_ key: String, _ text: String) -> Entry { (key, .init(.scalar(text))) }

  private static func scalar(_ key: String, _ text: Located<String>?) -> [Entry] {
    text.map { [(key, .init(.scalar($0.value), notes: $0.notes))] } ?? []
  }

  private static func names(_ names: [Located<String>]) -> [YAMLOutline.Item] {
    names.map { .init(.scalar($0.value), notes: $0.notes) }
  }

  private static func list(_ key: String, _ items: [YAMLOutline.Item]) -> [Entry] {
    items.isEmpty ? [] : [(key, .init(.sequence(items)))]
  }

  private static func mapping<Key, Value>(
    _ key: String, _ entries: [MappingEntry<Key, Value>], key text: (Key) -> String,
    _ outline: (Value) -> YAMLOutline
  ) -> [Entry] {
    guard !entries.isEmpty else { return [] }
    let written = entries.map { entry -> Entry in
      (text(entry.key.value), .init(outline(entry.value.value), notes: entry.key.notes + entry.value.notes))
    }
    return [(key, .init(.mapping(written)))]
  }
}
