import YAML

/// A node of the file with the keys that lead to it.
struct MappingNode {
  let content: YAMLNode.Content
  let place: MappingPlace

  init(_ node: YAMLNode, path: String) {
    content = node.content
    place = MappingPlace(line: node.mark.line, column: node.mark.column, path: path)
  }

  func child(_ key: String, _ node: YAMLNode) -> MappingNode {
    MappingNode(node, path: path(to: key))
  }

  func path(to key: String) -> String { place.path.isEmpty ? key : "\(place.path).\(key)" }

  func place(of entry: YAMLNode.Entry) -> MappingPlace {
    MappingPlace(line: entry.mark.line, column: entry.mark.column, path: path(to: entry.key))
  }

  /// What stands here, for people.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
