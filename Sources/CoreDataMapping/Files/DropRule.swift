import CoreDataModel

/// A consent, written down: something of the source that may be left behind.
package enum DropRule: Sendable, Hashable {
  case entity(String)
  case property(PropertyKey)

  /// `Entity` or `Entity.property`; nil for anything else. A property with parts is `Entity.property.part`.
  package init?(_ text: String) {
    if let key = PropertyKey(mapping: text) {
      self = .property(key)
    } else if !text.isEmpty, !text.contains(".") {
      self = .entity(text)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .entity(let name): name
    case .property(let key): key.description
    }
  }
}
