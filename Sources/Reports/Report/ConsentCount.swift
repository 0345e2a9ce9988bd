internal import JSON

/// A consent as it was given, and how many rows it covered.
package struct ConsentCount: ReportRow, Sendable, Equatable {
  /// As on the command line, without its limit: `drop:Entity.property`.
  package var consent: String
  package var rows: Int64

  package init(consent: String, rows: Int64) {
    self.consent = consent
    self.rows = rows
  }

  var sortKey: String { consent }

  var jsonValue: JSONValue { ["consent": .string(consent), "rows": .integer(rows)] }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    consent = try fields.string("consent")
    rows = try fields.count("rows")
    try fields.finish()
  }
}
