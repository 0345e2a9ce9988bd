/// A property wrapper that declares arguments.
protocol DeclaredArgument {
  func definitions(label: String) -> [ArgumentDefinition]
}
