/// An option without a value. Giving it twice says the same as giving it once.
@propertyWrapper
package struct Flag: DeclaredArgument {
  private let storage: ArgumentStorage<Bool>
  private let name: NameSpecification
  private let help: ArgumentHelp

  package var wrappedValue: Bool {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  package init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp = "") {
    storage = ArgumentStorage(wrappedValue)
    self.name = name
    self.help = help
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    let storage = storage
    return [
      ArgumentDefinition(
        kind: .flag, spellings: name.spellings(label: label), help: help, label: label, isRequired: false,
        isRepeating: false, defaultDescription: nil, allValueStrings: []
      ) { _ in
        storage.value = true
        return true
      }
    ]
  }
}
