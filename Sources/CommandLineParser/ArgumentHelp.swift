/// The help line of one argument.
package struct ArgumentHelp: Sendable, ExpressibleByStringInterpolation {
  package var abstract: String
  /// Stands for the value in usage and help; by default the argument's own name.
  package var valueName: String?

  package init(_ abstract: String, valueName: String? = nil) {
    self.abstract = abstract
    self.valueName = valueName
  }

  package init(stringLiteral value: String) { self.init(value) }
}
