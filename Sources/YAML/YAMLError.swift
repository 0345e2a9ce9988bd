/// Why a document cannot be read, and where. It never holds anything of the document.
package struct YAMLError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// No node at all.
    case empty
    case tooLarge(byteLimit: Int)
    case tooManyNodes(limit: Int)
    case tooDeep(limit: Int)
    case scalarTooLong(byteLimit: Int)
    case notUTF8
    /// A control character, as such or by an escape that makes a NUL.
    case controlCharacter
    case anchor
    case alias
    case tag
    case severalDocuments
    /// The key of a mapping is a sequence, or a mapping itself.
    case keyNotScalar
    /// `earlier` is where the key stood first.
    case duplicateKey(earlier: YAMLMark)
    /// What libyaml says, and within what.
    case malformed(problem: String, context: String?)
    case outOfMemory
  }

  package let reason: Reason
  package let mark: YAMLMark

  package init(_ reason: Reason, at mark: YAMLMark) {
    self.reason = reason
    self.mark = mark
  }
}

extension YAMLError: CustomStringConvertible {
  /// A phrase without the place.
  package var description: String {
    switch reason {
    case .empty: "there is nothing in it"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .tooManyNodes(let limit): "it has more than \(limit) keys and values"
    case .tooDeep(let limit): "lists and mappings are nested more than \(limit) deep"
    case .scalarTooLong(let limit): "a text is longer than \(limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .controlCharacter: "a control character stands here"
    case .anchor: "anchors (&name) are not supported here"
    case .alias: "aliases (*name) are not supported here"
    case .tag: "tags (!name) are not supported here"
    case .severalDocuments: "a second document begins here; only one is supported"
    case .keyNotScalar: "a key that is no plain text is not supported here"
    case .duplicateKey(let earlier):
      "the same key stands in line \(earlier.line), column \(earlier.column) already"
    case .malformed(let problem, let context): context.map { "\($0): \(problem)" } ?? problem
    case .outOfMemory: "there is not enough memory to read it"
    }
  }
}
