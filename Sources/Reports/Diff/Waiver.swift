/// A finding that somebody has looked at and accepts: in a comparison it is no difference.
package struct Waiver: Sendable, Hashable {
  package let id: String
  /// Nil for any.
  package let entity: String?
  /// Nil for any.
  package let property: String?
  /// Of the file, from 1.
  package let line: Int

  package init(id: String, entity: String? = nil, property: String? = nil, line: Int = 0) {
    self.id = id
    self.entity = entity
    self.property = property
    self.line = line
  }

  package func matches(_ finding: Finding) -> Bool {
    func fits(_ wanted: String?, _ found: String?) -> Bool {
      guard let wanted else { return true }
      return found?.utf8.elementsEqual(wanted.utf8) ?? false
    }
    return finding.id == id && fits(entity, finding.entity) && fits(property, finding.property)
  }

  /// As a file says it.
  package var text: String {
    let subject = [entity, property].compactMap(\.self).joined(separator: ".")
    return subject.isEmpty ? id : "\(id) \(subject)"
  }
}
