/// How words become the value of a property: what `@Argument` and `@Option` share.
struct ArgumentValue<Value> {
  let storage: ArgumentStorage<Value>
  let isRequired: Bool
  let isRepeating: Bool
  let defaultDescription: String?
  let allValueStrings: [String]
  let store: (String) -> Bool

  static func single(_ initial: Value?) -> Self where Value: ExpressibleByArgument {
    let storage = ArgumentStorage(initial)
    return Self(
      storage: storage, isRequired: initial == nil, isRepeating: false,
      defaultDescription: initial?.defaultValueDescription, allValueStrings: Value.allValueStrings
    ) { word in Value(argument: word).map { storage.value = $0 } != nil }
  }

  static func optional<Wrapped: ExpressibleByArgument>(_ initial: Wrapped?) -> Self where Value == Wrapped? {
    let storage = ArgumentStorage<Value>(.some(initial))
    return Self(
      storage: storage, isRequired: false, isRepeating: false,
      defaultDescription: initial?.defaultValueDescription,
      allValueStrings: Wrapped.allValueStrings
    ) { word in Wrapped(argument: word).map { storage.value = $0 } != nil }
  }

  /// Words replace the default, they are not added to it. Without a default one word is required.
  static func repeating<Element: ExpressibleByArgument>(_ initial: [Element]?) -> Self
  where Value == [Element] {
    let storage = ArgumentStorage<Value>(initial ?? [])
    var isDefault = true
    let defaults = (initial ?? []).map(\.defaultValueDescription)
    return Self(
      storage: storage, isRequired: initial == nil, isRepeating: true,
      defaultDescription: defaults.isEmpty ? nil : defaults.joined(separator: ", "),
      allValueStrings: Element.allValueStrings
    ) { word in
      guard let element = Element(argument: word) else { return false }
      storage.value = isDefault ? [element] : storage.value + [element]
      isDefault = false
      return true
    }
  }

  func definition(
    _ kind: ArgumentDefinition.Kind, spellings: [String], help: ArgumentHelp, label: String
  ) -> ArgumentDefinition {
    ArgumentDefinition(
      kind: kind, spellings: spellings, help: help, label: label, isRequired: isRequired,
      isRepeating: isRepeating, defaultDescription: defaultDescription, allValueStrings: allValueStrings,
      store: store)
  }
}
