import YAML

/// A mapping of the file whose keys are the format's.
struct MappingFields {
  let node: MappingNode
  let level: MappingLevel
  let entries: [YAMLNode.Entry]

  func node(_ key: String) -> MappingNode? {
    entries.first { $0.key == key }.map { node.child(key, $0.value) }
  }
}
