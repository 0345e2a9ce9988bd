/// What a page of HTML is made of, by a reader of its own: tags that close in their order, attributes, texts. It knows
/// only the strict form that the pages have, and takes everything else for a fault.
struct HTMLStructure {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  struct Element {
    let name: String
    let attributes: [String: String]
    /// Names of what it stands in, the root first.
    let path: [String]
    var text = ""
  }

  private static let empty: Set<String> = ["meta", "input", "br"]
  /// Their content is no markup.
  private static let raw: Set<String> = ["style", "script"]

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ page: String) throws {
    var rest = page[...]
    guard rest.hasPrefix("<!DOCTYPE html>\n") else { throw Fault(description: "no document type") }
    rest = rest.dropFirst(16)
    while let next = rest.first {
      if next != "<" {
        let text = rest.prefix { $0 != "<" }
        try add(String(text))
        rest = rest[text.endIndex...]
      } else if rest.hasPrefix("</") {
        let name = rest.dropFirst(2).prefix { $0 != ">" }
        guard let last = open.popLast(), elements[last].name == name else {
          throw Fault(description: "</\(name)> closes nothing, in \(path)")
        }
        rest = rest[name.endIndex...].dropFirst()
      } else {
        try begin(&rest)
      }
    }
    guard open.isEmpty else { throw Fault(description: "\(path) is never closed") }
  }

  private var path: [String] { open.map { elements[$0].name } }

  private mutating func begin(_ rest: inout Substring) throws {
    rest = rest.dropFirst()
    let name = String(rest.prefix { $0.isLetter || $0.isNumber })
    guard !name.isEmpty else { throw Fault(description: "a bare <") }
    rest = rest.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while rest.first == " " {
      rest = rest.dropFirst()
      let key = String(rest.prefix { $0.isLetter || $0 == "-" })
      rest = rest.dropFirst(key.count)
      var value = ""
      if rest.hasPrefix("=\"") {
        let quoted = rest.dropFirst(2).prefix { $0 != "\"" }
        value = try Self.unescaped(String(quoted))
        rest = rest[quoted.endIndex...].dropFirst()
      }
      guard !key.isEmpty, attributes.updateValue(value, forKey: key) == nil else {
        throw Fault(description: "<\(name)>: the attribute \(key)")
      }
    }
    guard rest.first == ">" else { throw Fault(description: "<\(name)> goes on with \(rest.prefix(20))") }
    rest = rest.dropFirst()
    elements.append(Element(name: name, attributes: attributes, path: path))
    guard !Self.empty.contains(name) else { return }
    open.append(elements.count - 1)
    guard Self.raw.contains(name) else { return }
    guard let end = rest.firstRange(of: "</\(name)>") else {
      throw Fault(description: "<\(name)> has no end")
    }
    elements[elements.count - 1].text = String(rest[..<end.lowerBound])
    rest = rest[end.lowerBound...]
  }

  private mutating func add(_ text: String) throws {
    guard let last = open.last else {
      guard text.allSatisfy(\.isWhitespace) else { throw Fault(description: "text outside the page") }
      return
    }
    elements[last].text += try Self.unescaped(text)
  }

  private static func unescaped(_ text: String) throws -> String {
    guard !text.contains("<") else { throw Fault(description: "a bare < in \(text)") }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let entity = rest[start...].prefix { $0 != ";" }
      let known = ["&amp": "&", "&lt": "<", "&gt": ">", "&quot": "\"", "&#39": "'"]
      guard let character = known[String(entity)] else { throw Fault(description: "a bare & in \(text)") }
      result += character
      rest = rest[entity.endIndex...].dropFirst()
    }
    return result + rest
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// Everything that a reader reads, and every attribute.
  var words: String {
    elements.filter { !Self.raw.contains($0.name) }.flatMap { [$0.text] + $0.attributes.values }.joined(
      separator: "\n")
  }
}
