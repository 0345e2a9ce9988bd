private import JSON

extension ReportDifference {
  /// In one line: `entities[Book].migrated: 8 -> 7`.
  var text: String {
    let (was, now) = (
      old.map { DiffValue($0, beside: new).text }, new.map { DiffValue($0, beside: old).text }
    )
    let words =
      switch (was, now) {
      case (let was?, let now?): "\(was) -> \(now)"
      case (_?, nil): "only in old"
      default: "only in new"
      }
    return PlainText.harmless("\(place): \(words)")
  }
}
