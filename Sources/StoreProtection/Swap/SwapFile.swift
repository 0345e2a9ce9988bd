internal import JSON

/// One file of an exchange: what stands at its name before, and what shall stand there after.
package struct SwapFile: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case store
    /// A write-ahead log or a rollback journal: it may hold data that the store lacks.
    case log
    /// An index that SQLite makes anew: never worth a refusal.
    case sharedMemory
    case externalData
  }

  package let kind: Kind
  /// Relative to the store's folder, or a full path.
  package let name: String
  /// `nil` if nothing was there.
  package let before: FileRecord?
  /// `nil` if nothing shall be there. Not known (and the same as `before`) until the result is built.
  package var after: FileRecord?

  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "name": .string(name), "before": before?.json ?? .null,
      "after": after?.json ?? .null,
    ]
  }

  init(kind: Kind, name: String, before: FileRecord?, after: FileRecord?) {
    self.kind = kind
    self.name = name
    self.before = before
    self.after = after
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    kind = try fields.word("kind")
    name = try fields.string("name")
    before = try Self.record(try fields.value("before"), at: fields.path("before"))
    after = try Self.record(try fields.value("after"), at: fields.path("after"))
    try fields.finish()
  }

  private static func record(_ value: JSONValue, at place: String) throws(JSONShapeError) -> FileRecord? {
    if case .null = value { return nil }
    return try FileRecord(value, at: place)
  }

  /// Whether anything is to be done.
  var changes: Bool { before?.digest != after?.digest }
}
