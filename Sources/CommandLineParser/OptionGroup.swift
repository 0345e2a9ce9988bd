/// Arguments that several commands share.
@propertyWrapper
package struct OptionGroup<Value: ParsableArguments>: DeclaredArgument {
  private let storage = ArgumentStorage(Value())

  package var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  package init() {}

  func definitions(label: String) -> [ArgumentDefinition] { ArgumentDefinition.all(in: storage.value) }
}

extension OptionGroup: ValidatedGroup {
  func validate() throws {
    try storage.value.validateGroups()
    try storage.value.validate()
  }
}

/// A group whose own checks run before its command's.
protocol ValidatedGroup {
  func validate() throws
}

extension ParsableArguments {
  func validateGroups() throws {
    for case let group as any ValidatedGroup in Mirror(reflecting: self).children.map(\.value) {
      try group.validate()
    }
  }
}
