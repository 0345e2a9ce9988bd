import Foundation
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

  /// What one run of the tests has time for: of all pairs in an order that chance gave once, those in which a change is
  /// that is not in two pairs yet. `IMPORT_LEGACY_MATRIX` asks for more: `all`, or a share such as `2/5`.
  static let chosenPairs: [MatrixTrial] = {
    let share = ProcessInfo.processInfo.environment["IMPORT_LEGACY_MATRIX"]
    if share == "all" { return pairs }
    var random = FuzzRandom(seed: 20)
    let shuffled = pairs.shuffled(using: &random)
    if let parts = share?.split(separator: "/").compactMap({ Int($0) }), parts.count == 2, parts[1] > 0 {
      return shuffled.enumerated().filter { $0.offset % parts[1] == parts[0] % parts[1] }.map(\.element)
    }
    var uses: [String: Int] = [:]
    return shuffled.filter { pair in
      guard pair.changes.contains(where: { uses[$0.name, default: 0] < 2 }) else { return false }
      for change in pair.changes { uses[change.name, default: 0] += 1 }
      return true
    }
  }()
}
