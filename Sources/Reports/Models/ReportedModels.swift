internal import JSON

/// Both versions of the model, and what became of what between them: enough to draw a picture of the run.
package struct ReportedModels: Sendable, Equatable {
  package var source: [ReportedEntity]
  package var destination: [ReportedEntity]
  /// Every entity of either version; of properties those that fared otherwise than their entity.
  package var became: [ReportedChange]

  package init(source: [ReportedEntity], destination: [ReportedEntity], became: [ReportedChange]) {
    self.source = source
    self.destination = destination
    self.became = became
  }

  /// The same with every list in its defined order.
  func inDefinedOrder() -> ReportedModels {
    ReportedModels(
      source: source.map { $0.inDefinedOrder() }.sorted { $0.precedes($1) },
      destination: destination.map { $0.inDefinedOrder() }.sorted { $0.precedes($1) },
      became: became.sorted { $0.precedes($1) })
  }

  var jsonValue: JSONValue {
    [
      "source": .array(source.map(\.jsonValue)), "destination": .array(destination.map(\.jsonValue)),
      "became": .array(became.map(\.jsonValue)),
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    source = try fields.list("source") { value, place throws(JSONShapeError) in
      try ReportedEntity(value, at: place)
    }
    destination = try fields.list("destination") { value, place throws(JSONShapeError) in
      try ReportedEntity(value, at: place)
    }
    became = try fields.list("became") { value, place throws(JSONShapeError) in
      try ReportedChange(value, at: place)
    }
    try fields.finish()
  }
}
