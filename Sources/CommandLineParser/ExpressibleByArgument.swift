/// A type that one word of the command line can spell.
package protocol ExpressibleByArgument {
  init?(argument: String)

  /// How help shows it as a default.
  var defaultValueDescription: String { get }

  /// Every accepted word, where there are few; else empty.
  static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
  package var defaultValueDescription: String { "\(self)" }
  package static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  package init?(argument: String) {
    guard let raw = RawValue(argument: argument) else { return nil }
    self.init(rawValue: raw)
  }

  package var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument
where Self: CaseIterable, Self: RawRepresentable, RawValue: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
}

extension String: ExpressibleByArgument {
  package init?(argument: String) { self = argument }
}

extension Int: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Int64: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
