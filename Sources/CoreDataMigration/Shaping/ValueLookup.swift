import CoreDataMapping
import SQLite

/// A mapping file's table of values.
struct ValueLookup {
  private let entries: [[UInt8]: String]
  private let fallback: String?

  init(_ table: ValueTable) {
    entries = Dictionary(
      table.map.map { (Array($0.key.value.utf8), $0.value.value) }, uniquingKeysWith: { first, _ in first })
    fallback = table.fallback?.value
  }

  /// The new value as a text; nil for a value that the table says nothing of. No value is no entry of `map`.
  func text(for value: Value) -> String? {
    if case .text(let bytes) = value, let found = entries[bytes] { return found }
    return fallback
  }
}
