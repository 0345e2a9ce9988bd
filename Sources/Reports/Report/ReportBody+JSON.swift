package import JSON

extension ReportBody {
  /// Lists in their defined order.
  package var jsonValue: JSONValue {
    let body = inDefinedOrder()
    var fields: [String: JSONValue] = [
      "outcome": .string(body.outcome.rawValue),
      "source": body.source.jsonValue,
      "destination": body.destination.jsonValue,
      "entities": .array(body.entities.map(\.jsonValue)),
      "relationships": .array(body.relationships.map(\.jsonValue)),
      "attributes": .array(body.attributes.map(\.jsonValue)),
      "findings": .array(body.findings.map(\.jsonValue)),
      "consents": .array(body.consents.map(\.jsonValue)),
    ]
    if !body.checks.isEmpty { fields["checks"] = .array(body.checks.map(\.jsonValue)) }
    if !body.steps.isEmpty { fields["steps"] = .array(body.steps.map(\.jsonValue)) }
    if let models = body.models { fields["models"] = models.jsonValue }
    return .object(fields)
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    outcome = try fields.word("outcome")
    source = try StoreSummary(fields.value("source"), at: fields.path("source"))
    destination = try StoreSummary(fields.value("destination"), at: fields.path("destination"))
    entities = try fields.list("entities") { value, place throws(JSONShapeError) in
      try EntityCounts(value, at: place)
    }
    relationships = try fields.list("relationships") { value, place throws(JSONShapeError) in
      try RelationshipCounts(value, at: place)
    }
    attributes = try fields.list("attributes") { value, place throws(JSONShapeError) in
      try AttributeSummary(value, at: place)
    }
    findings = try fields.list("findings") { value, place throws(JSONShapeError) in
      try Finding(value, at: place)
    }
    consents = try fields.list("consents") { value, place throws(JSONShapeError) in
      try ConsentCount(value, at: place)
    }
    checks = try fields.optionalList("checks") { value, place throws(JSONShapeError) in
      try CheckSummary(value, at: place)
    }
    steps = try fields.optionalList("steps") { value, place throws(JSONShapeError) in
      try StepSummary(value, at: place)
    }
    models = try fields.optionalValue("models").map { value throws(JSONShapeError) in
      try ReportedModels(value, at: fields.path("models"))
    }
    try fields.finish()
  }
}
