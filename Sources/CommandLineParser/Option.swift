/// An option with a value: `--name VALUE` or `--name=VALUE`.
@propertyWrapper
package struct Option<Value>: DeclaredArgument {
  private let parsed: ArgumentValue<Value>
  private let name: NameSpecification
  private let help: ArgumentHelp

  package var wrappedValue: Value {
    get { parsed.storage.value }
    nonmutating set { parsed.storage.value = newValue }
  }

  /// With a default.
  package init(wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp = "")
  where Value: ExpressibleByArgument {
    self.init(.single(wrappedValue), name, help)
  }

  /// Required.
  package init(name: NameSpecification = .long, help: ArgumentHelp = "") where Value: ExpressibleByArgument {
    self.init(.single(nil), name, help)
  }

  package init<Wrapped: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp = "")
  where Value == Wrapped? {
    self.init(.optional(nil), name, help)
  }

  /// Optional without parentheses after the wrapper's name: Swift then supplies the nil.
  package init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped?, name: NameSpecification = .long, help: ArgumentHelp = ""
  ) where Value == Wrapped? {
    self.init(.optional(wrappedValue), name, help)
  }

  /// Repeatable.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, help: ArgumentHelp = ""
  ) where Value == [Element] {
    self.init(.repeating(wrappedValue), name, help)
  }

  /// Repeatable, at least once.
  package init<Element: ExpressibleByArgument>(name: NameSpecification = .long, help: ArgumentHelp = "")
  where Value == [Element] {
    self.init(.repeating(nil), name, help)
  }

  private init(_ parsed: ArgumentValue<Value>, _ name: NameSpecification, _ help: ArgumentHelp) {
    self.parsed = parsed
    self.name = name
    self.help = help
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    [parsed.definition(.option, spellings: name.spellings(label: label), help: help, label: label)]
  }
}
