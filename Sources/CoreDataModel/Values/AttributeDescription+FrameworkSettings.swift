/// Entries of an attribute's `userInfo` that shape its store. All others are the app's own (format page 2.6, 2.7).
extension AttributeDescription {
  private static let locationKey = "_NSLocationAttributeDerivedComponents"
  private static let triggerKey = "NSTriggerKey"

  /// Attributes of the same entity that this transient one is a place of: an R-tree is kept over them (format page 2.7).
  /// Their names stand in one text, `latitude, longitude`, or in a list up to 1138.
  package var locationComponents: [String] {
    get {
      switch userInfo[Self.locationKey] {
      case .text(let text)?:
        text.split(separator: ",").map { name in
          String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
      case .texts(let names)?: names
      case .other?, nil: []
      }
    }
    set { userInfo[Self.locationKey] = .texts(newValue) }
  }

  /// A condition on the objects of a relationship: triggers count in this attribute how many meet it (format page 2.6).
  package var triggerPredicate: String? {
    get { userInfo[Self.triggerKey]?.text }
    set { userInfo[Self.triggerKey] = newValue.map { .text($0) } }
  }
}
