/// Writes HTML, and the SVG within it. Whatever comes from a report is escaped: names of elements and attributes, and
/// text that is not, can only be literals of ours.
struct HTMLWriter {
  typealias Attributes = KeyValuePairs<StaticString, String?>

  private(set) var html = ""

  /// - Parameter attributes: those whose value is nil are left out.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// An element that holds a text and nothing else.
  mutating func element(_ name: StaticString, _ attributes: Attributes, _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  mutating func element(_ name: StaticString, _ text: String) { element(name, [:], text) }

  /// As `element`, on lines of its own.
  mutating func block(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    html += "\n"
    content(&self)
    if html.utf8.last != 0x0A { html += "\n" }
    html += "</\(name)>\n"
  }

  /// As `element`, with a line feed behind it.
  mutating func line(_ name: StaticString, _ attributes: Attributes, _ text: String) {
    element(name, attributes, text)
    html += "\n"
  }

  mutating func line(_ name: StaticString, _ text: String) { line(name, [:], text) }

  /// An element that can hold nothing.
  mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) { open(name, attributes) }

  /// Text as it is to be read. What no reader sees, or what turns the direction of others' text, is spelled out.
  mutating func text(_ text: String) { html += Self.escaped(PlainText.harmless(text)) }

  /// Markup of ours.
  mutating func literal(_ markup: StaticString) { html += "\(markup)" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    html += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      html += " \(key)=\"\(Self.escaped(PlainText.harmless(value)))\""
    }
    html += ">"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
