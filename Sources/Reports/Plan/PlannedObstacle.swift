internal import JSON

/// Something that stands in the way of a run.
package struct PlannedObstacle: Sendable, Equatable {
  package var finding: Finding
  /// Consents that answer it, any one of them; none where a value, a rule or a change of the model has to.
  package var consents: [String]
  /// Old keys of rows that stand in each other's way, group by group; a bounded number.
  package var groups: [[Int64]]

  package init(_ finding: Finding, consents: [String] = [], groups: [[Int64]] = []) {
    self.finding = finding
    self.consents = consents
    self.groups = groups
  }

  var jsonValue: JSONValue {
    guard case .object(var fields) = finding.jsonValue else { return .null }
    fields["consents"] = .array(consents.map(JSONValue.string))
    if !groups.isEmpty { fields["groups"] = .array(groups.map { .array($0.map(JSONValue.integer)) }) }
    return .object(fields)
  }
}
