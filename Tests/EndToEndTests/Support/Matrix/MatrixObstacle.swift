/// What stands in the way, as the reports name it.
struct MatrixObstacle: Hashable {
  let id: String
  /// `Entity` or `Entity.property`, with the keys of the rows. Links may be named by either end.
  var ends: [String: [Int64]]
  var count: Int
  /// The argument of `--allow`; nil where nothing helps, or the mapping file has consented.
  var consent: String?
  /// Blocks even so.
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
    return finding.id == id && Int(finding.count) == count
      && ends[subject].map { $0 == finding.oldKeys } ?? false
  }

  var shown: String {
    "\(id) \(ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " or ")) count \(count)"
  }
}
