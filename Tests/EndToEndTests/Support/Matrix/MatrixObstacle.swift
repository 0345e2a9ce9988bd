/// What stands in the way, as the reports name it.
struct MatrixObstacle: Hashable {
  let id: String
  /// `Entity` or `Entity.property`, with the keys of the rows. Links may be named by either end.
  var ends: [String: [Int64]]
  var count: Int
  /// The argument of `--allow`; nil where nothing helps, or none is needed.
  var consent: String?
  /// The ends do not have the same links, and each counts its own.
  var isCountedByEnd = false
  /// The mapping file has consented.
  var isConsented = false

  init(_ id: String, _ subject: String, _ keys: [Int64], count: Int? = nil, consent: String? = nil) {
    self.id = id
    ends = [subject: keys.sorted()]
    self.count = count ?? keys.count
    self.consent = consent
  }

  /// Whether a finding says it.
  func fits(_ finding: Report.Finding) -> Bool {
    let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
    guard finding.id == id, let keys = ends[subject] else { return false }
    return finding.oldKeys == keys && Int(finding.count) == (isCountedByEnd ? keys.count : count)
  }

  var shown: String {
    "\(id) \(ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " or ")) count \(count)"
  }
}
