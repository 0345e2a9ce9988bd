internal import JSON

extension PlanReport {
  /// The plan as a JSON document, canonical.
  package func json() -> String {
    let plan = inDefinedOrder()
    let document: JSONValue = [
      "formatVersion": .integer(Self.formatVersion), "body": plan.body, "meta": .object(meta),
    ]
    return document.text
  }

  private var body: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "source": source.jsonValue,
      "destination": destination.jsonValue,
      "sourceDigests": .object(sourceDigests.mapValues(JSONValue.string)),
      "steps": .array(steps.map(\.jsonValue)), "entities": .array(entities.map(\.jsonValue)),
      "properties": .array(properties.map(\.jsonValue)), "proposals": .array(proposals.map(\.jsonValue)),
      "obstacles": .array(obstacles.map(\.jsonValue)), "warnings": .array(warnings.map(\.jsonValue)),
      "notes": .array(notes.map(\.jsonValue)), "consents": .array(consents.map(\.jsonValue)),
      "given": .array(given.map(\.jsonValue)),
    ]
  }
}
