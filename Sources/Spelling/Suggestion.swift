/// The nearest known word.
package enum Suggestion {
  /// No name is longer; the time that comparing takes grows with the length.
  private static let longestWord = 128

  /// The candidate that `word` begins, or from which it is at most a third of its letters away; the first of
  /// equals.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let scored = candidates.map { candidate -> (distance: Int, candidate: String) in
      let begins = word.drop(while: { $0 == "-" }).count > 1 && candidate.hasPrefix(word)
      return (begins ? 1 : distance(word, candidate), candidate)
    }
    guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= max(1, word.count / 3)
    else { return nil }
    return best.candidate
  }

  /// Letters to insert, delete, replace or swap with their neighbour.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for i in 1..<(first.count + 1) {
      var row = [i]
      for j in 1..<(second.count + 1) {
        let replaced = rows[i - 1][j - 1] + (first[i - 1] == second[j - 1] ? 0 : 1)
        var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
