internal import JSON

/// One kind of check of a result: whether it was made, and what came of it.
package struct CheckSummary: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// All is as it should be.
    case passed
    /// The result is not what it should be.
    case differs
    /// The source had it wrong already, or breaks a rule of the new model; the result has it as the source does.
    case source
    case notChecked = "not-checked"
  }

  /// Stable, `kebab-case`.
  package var check: String
  package var state: State
  /// Why it was not made.
  package var reason: String?

  package init(check: String, state: State, reason: String? = nil) {
    self.check = check
    self.state = state
    self.reason = reason
  }

  var jsonValue: JSONValue {
    ["check": .string(check), "state": .string(state.rawValue), "reason": .optional(reason)]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    check = try fields.string("check")
    state = try fields.word("state")
    reason = try fields.optionalString("reason")
    try fields.finish()
  }
}
