import CoreDataMapping
import SQLite

/// A mapping file's table of values.
enum ValueLookup {
  /// The new value as a text; nil for a value that the table says nothing of. No value is no entry of `map`.
  static func text(for value: Value, in table: ValueTable) -> String? {
    if case .text(let bytes) = value,
      let entry = table.map.first(where: { $0.key.value.utf8.elementsEqual(bytes) })
    {
      return entry.value.value
    }
    return table.fallback?.value
  }
}
