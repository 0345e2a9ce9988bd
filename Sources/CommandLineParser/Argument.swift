/// A positional argument. A repeated one must be the last.
@propertyWrapper
package struct Argument<Value>: DeclaredArgument {
  private let parsed: ArgumentValue<Value>
  private let help: ArgumentHelp

  package var wrappedValue: Value {
    get { parsed.storage.value }
    nonmutating set { parsed.storage.value = newValue }
  }

  /// With a default.
  package init(wrappedValue: Value, help: ArgumentHelp = "") where Value: ExpressibleByArgument {
    self.init(.single(wrappedValue), help)
  }

  /// Required.
  package init(help: ArgumentHelp = "") where Value: ExpressibleByArgument {
    self.init(.single(nil), help)
  }

  package init<Wrapped: ExpressibleByArgument>(help: ArgumentHelp = "")
  where Value == Wrapped? {
    self.init(.optional(nil), help)
  }

  /// Optional without parentheses after the wrapper's name: Swift then supplies the nil.
  package init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped?, help: ArgumentHelp = ""
  ) where Value == Wrapped? {
    self.init(.optional(wrappedValue), help)
  }

  /// Repeatable.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp = ""
  ) where Value == [Element] {
    self.init(.repeating(wrappedValue), help)
  }

  /// Repeatable, at least once.
  package init<Element: ExpressibleByArgument>(help: ArgumentHelp = "")
  where Value == [Element] {
    self.init(.repeating(nil), help)
  }

  private init(_ parsed: ArgumentValue<Value>, _ help: ArgumentHelp) {
    self.parsed = parsed
    self.help = help
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    [parsed.definition(.positional, spellings: [], help: help, label: label)]
  }
}
