import Testing

/// A kind of change of a model, made on one place of the base.
struct MatrixChange: Sendable, CustomTestStringConvertible {
  let name: String
  /// What it changes. Two changes of one thing contradict each other.
  let touches: Set<String>
  let apply: @Sendable (inout MatrixTarget) -> Void
  var testDescription: String { name }

  /// - Parameter touches: words; that of an attribute stands for its name, its type and whether it is required.
  init(_ name: String, _ touches: String, _ apply: @escaping @Sendable (inout MatrixTarget) -> Void) {
    self.name = name
    self.touches = Set(
      touches.split(separator: " ").flatMap { word in
        word.contains(".") ? [String(word)] : ["name", "type", "need"].map { "\(word).\($0)" }
      })
    self.apply = apply
  }

  func combines(with other: MatrixChange) -> Bool { touches.isDisjoint(with: other.touches) }

  static let all = attributes + entities + relationships + rules

  /// Every two that do not contradict each other.
  static let pairs: [MatrixTrial] = all.indices.flatMap { first in
    all[(first + 1)...].filter { all[first].combines(with: $0) }.map {
      MatrixTrial(changes: [all[first], $0])
    }
  }
}
