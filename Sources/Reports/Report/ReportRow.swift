internal import JSON

/// One element of a list of the report.
protocol ReportRow {
  /// Its identity, made so that sorting by its bytes gives the defined order.
  var sortKey: String { get }
  var jsonValue: JSONValue { get }
}

extension ReportRow {
  /// A total order: rows of one identity are ordered by their content.
  func precedes(_ other: Self) -> Bool {
    sortKey.utf8.elementsEqual(other.sortKey.utf8)
      ? jsonValue.line.precedes(other.jsonValue.line) : sortKey.precedes(other.sortKey)
  }
}
