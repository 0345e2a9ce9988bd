/// A node of a document, and where it begins. Scalars are text, whatever they look like: `1`, `yes` and `null` are
/// four letters at most.
package struct YAMLNode: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let mark: YAMLMark
    package let value: YAMLNode
  }

  package enum Content: Sendable, Hashable {
    /// Nothing stands where a value was to be: `key:` alone.
    case nothing
    case scalar(String)
    case sequence([YAMLNode])
    /// In the order of the document; no key stands twice.
    case mapping([Entry])
  }

  package let content: Content
  package let mark: YAMLMark
}
