import CoreDataMigration

/// A rule of a mapping file in the words of a plan.
enum RuleWords {
  /// File and line, as far as known: a compiled mapping model has no lines.
  static func text(of place: RulePlace) -> String {
    place.place.line > 0 ? "\(place.file), line \(place.place.line)" : place.file
  }

  static func text(of filling: ShownMapping.Filling) -> String {
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
