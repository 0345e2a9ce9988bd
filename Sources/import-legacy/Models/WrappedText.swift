/// Words set into lines of at most 80 columns. A word that is longer stands on a line of its own.
enum WrappedText {
  static let width = 80

  /// - Parameters:
  ///   - lead: What the first line begins with; those after it are indented as far as `indentation` says.
  ///   - parts: Separated by commas, and never broken unless one is wider than a line.
  static func list(_ lead: String, _ parts: [String], indentation: Int) -> String {
    let pieces = parts.enumerated().map { $0.offset + 1 < parts.count ? $0.element + "," : $0.element }
    return fill(lead, pieces, indentation: indentation)
  }

  /// A text of which every space may become the end of a line.
  static func words(_ lead: String, _ text: String, indentation: Int) -> String {
    fill(lead, text.split(separator: " ").map(String.init), indentation: indentation)
  }

  private static func fill(_ lead: String, _ pieces: [String], indentation: Int) -> String {
    var lines: [String] = []
    var line = lead
    for piece in pieces {
      let separator = line.isEmpty || line.last == " " ? "" : " "
      let isFresh = line.allSatisfy { $0 == " " }
      if !isFresh, line.count + separator.count + piece.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indentation) + piece
      } else {
        line += separator + piece
      }
    }
    return (lines + [line]).map { $0.withoutTrailingSpaces + "\n" }.joined()
  }

  /// Filled up with spaces to `width`.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
