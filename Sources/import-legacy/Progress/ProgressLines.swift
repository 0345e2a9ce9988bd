import JSON

/// Progress as JSON Lines, messages too: a program reads them.
struct ProgressLines: ProgressRenderer {
  private let began = ContinuousClock.now

  mutating func show(_ event: ProgressEvent) {
    var fields: [String: JSONValue] = ["event": .string(event.kind.rawValue)]
    let key =
      switch event.kind {
      case .step: "step"
      case .storeEnd: "store"
      case .stageBegin, .progress, .stageEnd: "stage"
      }
    fields[key] = .string(event.name)
    if let unit = event.unit {
      fields["unit"] = .string(unit)
      fields["done"] = event.done.map(JSONValue.integer) ?? .null
      fields["total"] = event.total.map(JSONValue.integer) ?? .null
    }
    if let outcome = event.outcome { fields["outcome"] = .string(outcome) }
    write(fields)
  }

  mutating func say(_ message: String) { write(["event": "message", "text": .string(message)]) }

  mutating func close() {}

  private func write(_ fields: [String: JSONValue]) {
    var fields = fields
    fields["seconds"] = .real((ContinuousClock.now - began) / .seconds(1))
    Output.error(JSONValue.object(fields).line + "\n")
  }
}
