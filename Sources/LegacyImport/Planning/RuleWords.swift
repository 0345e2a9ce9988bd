import CoreDataMigration

/// Rules of mapping files in the words of a plan.
struct RuleWords {
  /// Names of the mapping files that are given beside mapping models.
  let beside: [String]

  /// File and line, as far as known: a compiled mapping model has no lines.
  func text(of place: RulePlace) -> String {
    guard place.place.line > 0 else { return place.file }
    // A step of a mapping model bears its name, whatever is laid over it.
    let isLaidOver = place.place.path.hasPrefix("steps[") && !beside.contains(place.file)
    guard isLaidOver else { return "\(place.file), line \(place.place.line)" }
    return beside.count == 1 ? "\(beside[0]), line \(place.place.line)" : place.file
  }

  func text(of filling: ShownMapping.Filling) -> String {
    let what =
      switch filling.means {
      case .set: "set"
      case .values: "by a table of values"
      case .fallback: "rows without a value get a default"
      case .connect: "connected"
      }
    return "\(what): \(text(of: filling.place))"
  }
}
