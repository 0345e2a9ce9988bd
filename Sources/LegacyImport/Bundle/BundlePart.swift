import Diagnostics
import JSON

/// How much there is of one part of a bundle: nothing is left out without a word.
struct BundlePart {
  enum Extent: String {
    case complete
    /// Something in it could not be had, and is null or counted.
    case partial
    case missing
  }

  let name: String
  let extent: Extent
  /// Ids of the findings that say why, in their order; nothing for a part that is complete.
  let because: [String]

  /// - Parameter findings: of whatever was done for the part. The worst of them say why.
  init(_ name: String, _ extent: Extent, because findings: [Diagnostic]) {
    self.name = name
    self.extent = extent
    let worst = findings.map(\.severity).max()
    because =
      extent == .complete
      ? [] : Set(findings.filter { $0.severity == worst }.map(\.id.rawValue)).sorted { $0.precedes($1) }
  }

  var jsonValue: JSONValue {
    [
      "name": .string(name), "extent": .string(extent.rawValue),
      "because": .array(because.map(JSONValue.string)),
    ]
  }
}
