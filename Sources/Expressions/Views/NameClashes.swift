/// Names that SQLite cannot tell apart, because it takes small and capital letters of ASCII for the same.
///
/// Not one of them keeps its plain name: whoever writes it would get the wrong one in silence. Each gets a mark that no
/// name of a model can hold, `name~1`, `name~2`, in the order of their bytes.
struct NameClashes: Sendable, Hashable {
  /// In the order of the names given.
  let resolved: [String]
  /// Name in lower case → what its bearers are called.
  let alternatives: [String: [String]]

  init(_ names: [String]) {
    let bearers = Dictionary(grouping: names, by: Self.folded).filter { $1.count > 1 }
      .mapValues { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    resolved = names.map { name in
      bearers[Self.folded(name)]?.firstIndex(of: name).map { "\(name)~\($0 + 1)" } ?? name
    }
    alternatives = bearers.mapValues { names in names.enumerated().map { "\($1)~\($0 + 1)" } }
  }

  /// As SQLite compares names.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
