internal import JSON

/// Links of one relationship of the source.
package struct RelationshipCounts: ReportRow, Sendable, Equatable {
  package var entity: String
  package var name: String
  package var read: Int64
  package var connected: Int64
  /// Led nowhere in the source already.
  package var dangling: Int64
  package var dropped: Int64
  package var rejected: Int64

  package init(
    entity: String, name: String, read: Int64, connected: Int64, dangling: Int64 = 0, dropped: Int64 = 0,
    rejected: Int64 = 0
  ) {
    self.entity = entity
    self.name = name
    self.read = read
    self.connected = connected
    self.dangling = dangling
    self.dropped = dropped
    self.rejected = rejected
  }

  /// Whether every link that was read is accounted for.
  package var isBalanced: Bool { Sums.sum([connected, dangling, dropped, rejected]) == read }

  var sortKey: String { entity + "\u{0}" + name }

  var jsonValue: JSONValue {
    [
      "entity": .string(entity), "name": .string(name), "read": .integer(read),
      "connected": .integer(connected), "dangling": .integer(dangling), "dropped": .integer(dropped),
      "rejected": .integer(rejected),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    entity = try fields.string("entity")
    name = try fields.string("name")
    read = try fields.count("read")
    connected = try fields.count("connected")
    dangling = try fields.count("dangling")
    dropped = try fields.count("dropped")
    rejected = try fields.count("rejected")
    try fields.finish()
  }
}
