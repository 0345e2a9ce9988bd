/// A sequence or a mapping whose end was not read yet.
struct YAMLOpenNode {
  struct Entries {
    var complete: [YAMLNode.Entry] = []
    var key: (text: String, mark: YAMLMark)?
    /// By bytes: texts that Unicode calls equal are different keys.
    var marks: [[UInt8]: YAMLMark] = [:]
  }

  enum Content {
    case sequence([YAMLNode])
    case mapping(Entries)
  }

  private var content: Content
  private let mark: YAMLMark

  init(content: Content, mark: YAMLMark) {
    self.content = content
    self.mark = mark
  }

  var awaitsKey: Bool {
    if case .mapping(let entries) = content { entries.key == nil } else { false }
  }

  var closed: YAMLNode {
    switch content {
    case .sequence(let nodes): YAMLNode(content: .sequence(nodes), mark: mark)
    case .mapping(let entries): YAMLNode(content: .mapping(entries.complete), mark: mark)
    }
  }

  mutating func add(_ node: YAMLNode) throws(YAMLError) {
    switch content {
    case .sequence(var nodes):
      content = .sequence([])
      nodes.append(node)
      content = .sequence(nodes)
    case .mapping(var entries):
      // Held twice, a list would be copied for every entry.
      content = .sequence([])
      defer { content = .mapping(entries) }
      guard let key = entries.key else { return try Self.begin(&entries, with: node) }
      entries.complete.append(.init(key: key.text, mark: key.mark, value: node))
      entries.key = nil
    }
  }

  private static func begin(_ entries: inout Entries, with node: YAMLNode) throws(YAMLError) {
    let text = if case .scalar(let text) = node.content { text } else { "" }
    if let earlier = entries.marks.updateValue(node.mark, forKey: Array(text.utf8)) {
      throw YAMLError(.duplicateKey(earlier: earlier), at: node.mark)
    }
    entries.key = (text, node.mark)
  }
}
