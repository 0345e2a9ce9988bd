internal import JSON

extension RehearsalReport {
  /// The report as a JSON document, canonical.
  package func json() -> String {
    let value: JSONValue = ["formatVersion": .integer(Self.formatVersion), "body": body, "meta": allMeta]
    return value.text
  }

  private var body: JSONValue {
    [
      "outcomes": .object(
        Dictionary(counts.map { ($0.outcome.rawValue, JSONValue.integer(Int64($0.count))) }) { $1 }),
      "skipped": [
        "companions": .integer(Int64(skipped.companions)), "others": .integer(Int64(skipped.others)),
        "undecodable": .integer(Int64(skipped.undecodable)),
      ],
      "stores": .array(stores.map(Self.value)), "vanished": .array(vanished.map(JSONValue.string)),
    ]
  }

  private var allMeta: JSONValue {
    var meta = self.meta
    meta["exitStatus"] = .integer(Int64(exitStatus))
    meta["jobs"] = .integer(Int64(jobs))
    meta["seconds"] = .real(seconds)
    meta["withoutStore"] = .array(withoutStore.map(JSONValue.string))
    meta["unreadable"] = .array(unreadable.map(JSONValue.string))
    meta["stores"] = .array(
      stores.map { store in
        [
          "store": .string(store.name), "seconds": .real(store.seconds),
          "report": store.report.map { .object($0.meta) } ?? .null,
        ]
      })
    return .object(meta)
  }

  private static func value(_ store: RehearsedStore) -> JSONValue {
    [
      "store": .string(store.name), "outcome": .string(store.outcome.rawValue),
      "exitStatus": store.exitStatus.map { .integer(Int64($0)) } ?? .null,
      "signal": store.signal.map { .integer(Int64($0)) } ?? .null,
      "modelVersion": .optional(store.modelVersion), "rows": store.rows.map(JSONValue.integer) ?? .null,
      "errors": .integer(store.count(.error)), "warnings": .integer(store.count(.warning)),
      "notes": .integer(store.count(.note)), "report": store.report?.body.jsonValue ?? .null,
      "baseline": store.comparison.map(value) ?? .null,
    ]
  }

  private static func value(_ comparison: BaselineComparison) -> JSONValue {
    [
      "state": .string(comparison.state),
      "differences": .array(
        comparison.differences.map { difference in
          [
            "place": .string(difference.place), "change": .string(difference.change.rawValue),
            "old": difference.old ?? .null, "new": difference.new ?? .null,
          ]
        }),
    ]
  }
}
