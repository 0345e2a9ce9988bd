/// Arguments that a struct declares with `@Argument`, `@Option`, `@Flag` and `@OptionGroup`.
package protocol ParsableArguments: SendableMetatype {
  init()

  /// What the declarations cannot say, checked after parsing; throws `ValidationError`.
  mutating func validate() throws
}

extension ParsableArguments {
  package mutating func validate() throws {}
}
