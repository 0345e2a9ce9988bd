/// Why a document cannot be read. It never holds anything of the document.
package enum XMLError: Error, Sendable, Hashable {
  case empty
  case tooLarge(byteLimit: Int)
  case tooManyElements(line: Int, limit: Int)
  case tooDeep(line: Int, limit: Int)
  /// Entities of the document's own, internal or external, are neither expanded nor fetched.
  case entitiesNotAllowed(line: Int)
  /// `code` is libxml2's (`xmlParserErrors`).
  case notWellFormed(line: Int, code: Int32)

  /// The line the error stands on, from 1; nil where it concerns the whole document.
  package var line: Int? {
    switch self {
    case .empty, .tooLarge: nil
    case .tooManyElements(let line, _), .tooDeep(let line, _), .entitiesNotAllowed(let line),
      .notWellFormed(let line, _):
      line
    }
  }
}

extension XMLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the document is empty"
    case .tooLarge(let limit): "the document is larger than \(limit) bytes"
    case .tooManyElements(_, let limit): "the document has more than \(limit) elements"
    case .tooDeep(_, let limit): "elements are nested more than \(limit) deep"
    case .entitiesNotAllowed: "the document declares or uses entities of its own"
    case .notWellFormed(_, let code): "the XML is not well-formed (libxml2 error \(code))"
    }
  }
}
