internal import JSON

/// From one version of the model to another.
package struct PlannedStep: Sendable, Equatable {
  package enum Means: String, Sendable {
    /// As the two versions tell.
    case inferred
    case mappingFile = "mapping file"
  }

  package var from: String
  package var to: String
  package var means: Means

  package init(from: String, to: String, means: Means = .inferred) {
    self.from = from
    self.to = to
    self.means = means
  }

  var jsonValue: JSONValue {
    ["from": .string(from), "to": .string(to), "how": .string(means.rawValue)]
  }
}
