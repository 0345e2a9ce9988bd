import XMLTree

/// An element of `contents` together with whose it is, so that everything wrong in it can be named.
struct ModelElement {
  let element: XMLElement
  let path: String
  var entity: String?
  var property: String?

  var line: Int { element.line }

  func invalid(_ reason: String) -> ModelError {
    ModelError.invalid(path: path, line: line, entity: entity, property: property, reason: reason)
  }

  /// An empty attribute says as much as none: Xcode leaves such behind when a field is cleared.
  func text(_ attribute: String) -> String? {
    element.attribute(attribute).flatMap { $0.isEmpty ? nil : $0 }
  }

  func required(_ attribute: String) throws(ModelError) -> String {
    guard let text = text(attribute) else {
      throw invalid("the \(element.name) element has no \(attribute)")
    }
    return text
  }

  /// Absent means NO.
  func flag(_ attribute: String) throws(ModelError) -> Bool {
    switch text(attribute) {
    case nil, "NO", "false": return false
    case "YES", "true": return true
    default: throw invalid("\(attribute) is neither YES nor NO")
    }
  }

  func number(_ attribute: String) throws(ModelError) -> Double? {
    guard let text = text(attribute) else { return nil }
    guard let number = Double(text), number.isFinite else { throw invalid("\(attribute) is not a number") }
    return number
  }

  /// A count as Core Data hashes it: 32 bits, -1 as all ones, 0 when absent.
  func count(_ attribute: String) throws(ModelError) -> UInt32 {
    guard let text = text(attribute) else { return 0 }
    if let count = UInt32(text) { return count }
    guard let negative = Int32(text) else { throw invalid("\(attribute) is not a count") }
    return UInt32(bitPattern: negative)
  }

  func children(_ name: String) -> [ModelElement] {
    element.children(named: name).map {
      ModelElement(element: $0, path: path, entity: entity, property: property)
    }
  }
}
