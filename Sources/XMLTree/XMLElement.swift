/// An element of a document: what stands in it, without its place in the tree above.
package struct XMLElement: Sendable, Hashable {
  package struct Attribute: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// As written, with its prefix.
  package let name: String
  /// In document order; namespace declarations are left out.
  package let attributes: [Attribute]
  package internal(set) var children: [XMLElement] = []
  /// All character data directly inside, joined; where children stood between is not kept.
  package internal(set) var text = ""
  /// The line, from 1, on which the start tag ends.
  package let line: Int

  init(name: String, attributes: [Attribute], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  /// The value of the attribute of that name; nil when it is absent.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The child elements of that name, in document order.
  package func children(named name: String) -> [XMLElement] {
    children.filter { $0.name == name }
  }
}
