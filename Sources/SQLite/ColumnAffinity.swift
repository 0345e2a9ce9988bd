/// What SQLite turns values into that are written to a column, by the column's declared type
/// (https://sqlite.org/datatype3.html, 3.1).
package enum ColumnAffinity: Sendable, Hashable {
  case integer, text, blob, real, numeric

  package init(declaredType: String) {
    let type = declaredType.uppercased()
    func holds(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    self =
      if holds("INT") { .integer } else if holds("CHAR", "CLOB", "TEXT") {
        .text
      } else if type.isEmpty
        || holds("BLOB")
      { .blob } else if holds("REAL", "FLOA", "DOUB") { .real } else { .numeric }
  }

  /// Whether a value keeps its storage class in one wherever it does in the other.
  package func isLike(_ other: ColumnAffinity) -> Bool {
    // They differ in CAST alone.
    func form(_ affinity: ColumnAffinity) -> ColumnAffinity { affinity == .integer ? .numeric : affinity }
    return form(self) == form(other)
  }
}
