/// Wrong usage, found after parsing. Its message and the usage line go to standard error, status 64.
package struct ValidationError: Error, Sendable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
