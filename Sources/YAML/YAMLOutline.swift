/// What is to be written as YAML: nodes in block style, one to a line, with comments in front of them.
package indirect enum YAMLOutline: Sendable {
  package struct Item: Sendable {
    package var notes: [String]
    package var value: YAMLOutline

    /// - Parameter notes: lines of the comment in front.
    package init(_ value: YAMLOutline, notes: [String] = []) {
      self.notes = notes
      self.value = value
    }
  }

  case scalar(String)
  case sequence([Item])
  case mapping([(key: String, item: Item)])

  /// The document, with a line feed at its end.
  package func text(header: [String] = []) -> String {
    var lines: [String] = []
    Self.append(header, indent: 0, to: &lines)
    append(to: &lines, indent: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A node that fits behind the key or the dash.
  private var short: String? {
    switch self {
    case .scalar(let text): YAMLScalarText.text(text)
    case .sequence(let items): items.isEmpty ? "[]" : nil
    case .mapping(let entries): entries.isEmpty ? "{}" : nil
    }
  }

  private func append(to lines: inout [String], indent: Int) {
    let margin = String(repeating: " ", count: indent)
    if let short { return lines.append(margin + short) }
    switch self {
    case .scalar: break
    case .sequence(let items):
      for item in items {
        Self.append(item.notes, indent: indent, to: &lines)
        var below: [String] = []
        item.value.append(to: &below, indent: indent + 2)
        // The first line that is no comment follows the dash.
        let first = below.firstIndex { !$0.drop { $0 == " " }.hasPrefix("#") } ?? 0
        lines += below[..<first]
        lines.append(margin + "- " + below[first].dropFirst(indent + 2))
        lines += below[(first + 1)...]
      }
    case .mapping(let entries):
      for (key, item) in entries {
        Self.append(item.notes, indent: indent, to: &lines)
        let text = YAMLScalarText.text(key)
        let isSimple = text.unicodeScalars.count <= YAMLScalarText.longestSimpleKey
        if !isSimple { lines.append(margin + "? " + text) }
        let start = isSimple ? text + ":" : ":"
        if let short = item.value.short {
          lines.append(margin + start + " " + short)
        } else {
          lines.append(margin + start)
          item.value.append(to: &lines, indent: indent + 2)
        }
      }
    }
  }

  private static func append(_ notes: [String], indent: Int, to lines: inout [String]) {
    for note in notes {
      for line in note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        let printable = line.unicodeScalars.filter { YAMLScalarText.isPrintable($0) }
        let text = printable.isEmpty ? "#" : "# " + String(String.UnicodeScalarView(printable))
        lines.append(String(repeating: " ", count: indent) + text)
      }
    }
  }
}
