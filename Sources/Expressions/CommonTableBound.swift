/// Bounds how often a text may refer to its common table expressions.
///
/// SQLite copies such an expression at each use before it asks anybody anything, so that thirty of them, each used twice
/// by the next, keep it busy for hours while it compiles, where no limit of steps or time is looked at. Every use of a
/// table stands behind `FROM`, `JOIN`, `IN` or a comma. So many of these give 3^(so many / 3) copies at most.
enum CommonTableBound {
  static let highest = 30

  /// Counts in strings and comments too: that can only refuse more.
  static func isExceeded(by text: String) -> Bool {
    var count = 0
    var hasWith = false
    for word in text.utf8.split(whereSeparator: { !isPartOfWord($0) }) {
      switch String(decoding: word, as: UTF8.self).lowercased() {
      case "with": hasWith = true
      case "from", "join", "in": count += 1
      default: break
      }
    }
    count += text.utf8.count { $0 == UInt8(ascii: ",") }
    return hasWith && count > highest
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
