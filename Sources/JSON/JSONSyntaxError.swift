/// Why bytes are no JSON document, and where.
package struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: String, Sendable {
    case notUTF8 = "not UTF-8"
    case unexpectedEnd = "the text ends too early"
    case unexpectedCharacter = "unexpected character"
    case trailingText = "text after the end of the document"
    case duplicateKey = "a key for the second time in one object"
    case tooDeep = "nested too deeply"
    case invalidNumber = "not a number"
    case numberOutOfRange = "a number out of range"
    case controlCharacter = "a control character in a string"
    case invalidEscape = "an invalid escape in a string"
    case loneSurrogate = "half of a surrogate pair in a string"
  }

  package let reason: Reason
  /// From 1.
  package let line: Int
  /// In Unicode scalars, from 1.
  package let column: Int

  package var description: String { "line \(line), column \(column): \(reason.rawValue)" }
}
