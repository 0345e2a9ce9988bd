internal import JSON

/// Rows of one entity itself, subentities apart.
package struct EntityCounts: ReportRow, Sendable, Equatable {
  /// Nil for an entity that only the destination has.
  package var source: String?
  /// Nil for an entity that the destination does not have.
  package var destination: String?
  package var read: Int64
  package var migrated: Int64
  /// Duplicates that became part of another row.
  package var merged: Int64
  package var dropped: Int64
  package var rejected: Int64

  package init(
    source: String?, destination: String?, read: Int64, migrated: Int64, merged: Int64 = 0,
    dropped: Int64 = 0, rejected: Int64 = 0
  ) {
    self.source = source
    self.destination = destination
    self.read = read
    self.migrated = migrated
    self.merged = merged
    self.dropped = dropped
    self.rejected = rejected
  }

  /// Whether every row that was read is accounted for.
  package var isBalanced: Bool { Sums.sum([migrated, merged, dropped, rejected]) == read }

  /// Source, then destination; a missing one last.
  var sortKey: String { Self.orderLast(source) + "\u{0}" + Self.orderLast(destination) }

  private static func orderLast(_ name: String?) -> String { name ?? "\u{10FFFF}" }

  var jsonValue: JSONValue {
    [
      "source": .optional(source), "destination": .optional(destination), "read": .integer(read),
      "migrated": .integer(migrated), "merged": .integer(merged), "dropped": .integer(dropped),
      "rejected": .integer(rejected),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    source = try fields.optionalString("source")
    destination = try fields.optionalString("destination")
    read = try fields.count("read")
    migrated = try fields.count("migrated")
    merged = try fields.count("merged")
    dropped = try fields.count("dropped")
    rejected = try fields.count("rejected")
    try fields.finish()
  }
}
