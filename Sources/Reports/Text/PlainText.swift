/// Widths, wrapping and harmlessness of text for a terminal.
package enum PlainText {
  /// Prose is broken here.
  package static let columns = 80

  /// The text with every control character spelled out: a name from a file must not steer a terminal.
  package static func harmless(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Columns in a terminal: two for the wide characters of East Asia and for emoji.
  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
  }

  private static func isWide(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  package static func padding(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - Self.width(text)))
  }

  /// Breaks at spaces; a word longer than the line stands on a line of its own. Lines after the first are
  /// indented by `hanging` columns.
  package static func wrap(_ text: String, columns: Int, first: String = "", hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, width(line) + 1 + width(String(word)) > columns {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += (isEmpty ? "" : " ") + word
      }
      isEmpty = false
    }
    return lines + [line]
  }
}
