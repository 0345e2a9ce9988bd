import CoreDataMigration

/// Rules of mapping files in the words of a plan.
struct RuleWords {
  /// Names of the mapping files that are given beside mapping models.
  let beside: [String]

  /// File and line, as far as known: a compiled mapping model has no lines.
  func text(of place: RulePlace) -> String {
    var file = place.file
    // A mapping model with a file laid over it bears both names; a mapping file's places have keys of steps.
    if let own = beside.first(where: { file.hasSuffix(" with \($0)") }) {
      file = place.place.path.hasPrefix("steps[") ? own : String(file.dropLast(" with \(own)".count))
    }
    return place.place.line > 0 ? "\(file), line \(place.place.line)" : file
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
