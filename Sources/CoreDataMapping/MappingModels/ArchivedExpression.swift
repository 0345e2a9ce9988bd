import PropertyLists

/// An archived `NSExpression`, as far as mapping models use them. No class is instantiated.
package indirect enum ArchivedExpression: Sendable, Hashable {
  /// `$source`, `$manager` and the like.
  case variable(String)
  case keyPath(of: ArchivedExpression, String)
  case constant(Constant)
  /// A class, by its name, whose methods are called.
  case classNamed(String)
  case function(target: ArchivedExpression, selector: String, arguments: [ArchivedExpression])
  /// Any other, by the class of the expression.
  case other(String)

  package enum Constant: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Seconds since 2001.
    case date(Double)
    case data([UInt8])
    /// Of a class that is not read, by its name.
    case other(String)
  }

  package static let source = ArchivedExpression.variable("source")
  package static let manager = ArchivedExpression.variable("manager")

  /// The path of `$source.path`; empty for `$source` itself, nil for anything else.
  package var sourcePath: [String]? {
    switch self {
    case .variable("source"): []
    case .keyPath(let owner, let path):
      owner.sourcePath.map { $0 + path.split(separator: ".").map(String.init) }
    default: nil
    }
  }

  /// For people: variables, key paths, classes and selectors; constants are only said to be there.
  package var text: String {
    switch self {
    case .variable(let name): "$\(name)"
    case .keyPath(let owner, let path): "\(owner.text).\(path)"
    case .constant(.null): "nil"
    case .constant: "a constant"
    case .classNamed(let name): name
    case .function(let target, let selector, let arguments):
      "FUNCTION(\(([target.text, selector] + arguments.map(\.text)).joined(separator: ", ")))"
    case .other(let name): name
    }
  }
}
