/// Where a wrapped property keeps its value: a reference, so that what the parser writes through a reflected
/// copy of the wrapper is seen by the command.
final class ArgumentStorage<Value> {
  private var current: Value?

  init(_ initial: Value?) { current = initial }

  var value: Value {
    get {
      guard let current else {
        preconditionFailure("an argument without default was read before the command line was parsed")
      }
      return current
    }
    set { current = newValue }
  }
}
