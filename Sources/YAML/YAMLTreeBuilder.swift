import CYAML

/// Builds nodes from libyaml's events, and stops at the first thing it refuses.
///
/// Events rather than libyaml's document: limits then hold while reading, and places are kept.
struct YAMLTreeBuilder {
  private let limits: YAMLLimits
  private var open: [YAMLOpenNode] = []
  private var nodeCount = 0
  private var root: YAMLNode?

  init(limits: YAMLLimits) {
    self.limits = limits
  }

  consuming func build(_ bytes: ArraySlice<UInt8>) throws(YAMLError) -> YAMLNode {
    let start = YAMLMark(line: 1, column: 1)
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { throw YAMLError(.outOfMemory, at: start) }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    var builder = self
    // libyaml keeps the pointer, not the bytes.
    let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<Void, YAMLError> in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      return Result { () throws(YAMLError) in try builder.readEvents(of: parser) }
    }
    try outcome.get()
    guard let root = builder.root else { throw YAMLError(.empty, at: start) }
    return root
  }

  private mutating func readEvents(of parser: UnsafeMutablePointer<yaml_parser_t>) throws(YAMLError) {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw Self.error(of: parser.pointee) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return }
      try take(event)
    }
  }

  private mutating func take(_ event: yaml_event_t) throws(YAMLError) {
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      guard root == nil else { throw YAMLError(.severalDocuments, at: mark) }
      let tags = event.data.document_start.tag_directives
      guard tags.start == tags.end else { throw YAMLError(.tag, at: mark) }
    case YAML_ALIAS_EVENT: throw YAMLError(.alias, at: mark)
    case YAML_SCALAR_EVENT:
      try add(YAMLNode(content: try scalar(of: event, at: mark), mark: mark))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      try check(anchor: start.anchor, tag: start.tag, at: mark)
      try begin(.sequence([]), at: mark)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      try check(anchor: start.anchor, tag: start.tag, at: mark)
      try begin(.mapping(YAMLOpenNode.Entries()), at: mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      if let node = open.popLast()?.closed { try place(node) }
    default: break
    }
  }

  private mutating func begin(_ content: YAMLOpenNode.Content, at mark: YAMLMark) throws(YAMLError) {
    if open.last?.awaitsKey == true { throw YAMLError(.keyNotScalar, at: mark) }
    try count(at: mark)
    guard open.count < limits.depth else { throw YAMLError(.tooDeep(limit: limits.depth), at: mark) }
    open.append(YAMLOpenNode(content: content, mark: mark))
  }

  private mutating func add(_ node: YAMLNode) throws(YAMLError) {
    try count(at: node.mark)
    try place(node)
  }

  private mutating func count(at mark: YAMLMark) throws(YAMLError) {
    nodeCount += 1
    guard nodeCount <= limits.nodes else { throw YAMLError(.tooManyNodes(limit: limits.nodes), at: mark) }
  }

  private mutating func place(_ node: YAMLNode) throws(YAMLError) {
    guard !open.isEmpty else { return root = node }
    try open[open.count - 1].add(node)
  }

  private func check(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?, at mark: YAMLMark
  ) throws(YAMLError) {
    if anchor != nil { throw YAMLError(.anchor, at: mark) }
    if tag != nil { throw YAMLError(.tag, at: mark) }
  }

  private func scalar(of event: yaml_event_t, at mark: YAMLMark) throws(YAMLError) -> YAMLNode.Content {
    let scalar = event.data.scalar
    try check(anchor: scalar.anchor, tag: scalar.tag, at: mark)
    guard scalar.length <= limits.scalarBytes else {
      throw YAMLError(.scalarTooLong(byteLimit: limits.scalarBytes), at: mark)
    }
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    // Nothing that a name or SQL is made for can hold one, and SQLite would read up to it only.
    guard !bytes.contains(0) else { throw YAMLError(.controlCharacter, at: mark) }
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    return bytes.isEmpty && isPlain ? .nothing : .scalar(String(decoding: bytes, as: UTF8.self))
  }

  private static func error(of parser: yaml_parser_t) -> YAMLError {
    let mark = YAMLMark(parser.problem_mark)
    if parser.error == YAML_MEMORY_ERROR { return YAMLError(.outOfMemory, at: mark) }
    return YAMLError(
      .malformed(
        problem: parser.problem.map { String(cString: $0) } ?? "it is not YAML",
        context: parser.context.map { String(cString: $0) }),
      at: mark)
  }
}

extension YAMLMark {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
