import Foundation
import TestSupport

/// Which changes are made together.
///
/// A pair is tried by any trial that makes both. So several changes that do not contradict each other go into one, and a
/// few hundred trials do for thousands of pairs. Where nothing helps against an obstacle there are no rows to compare: a
/// trial with such a change tries only its own pairs.
enum MatrixBundles {
  private static let size = 6
  /// Numbers of two changes, the lower one first.
  private typealias Pair = SIMD2<Int>

  /// For one run of all tests each change in pairs with three others at least. `IMPORT_LEGACY_MATRIX` asks for more:
  /// `cover` for every pair, bundled, `pairs` for each by itself, `2/5` for a share of the latter.
  static let chosen: [MatrixTrial] = {
    let asked = ProcessInfo.processInfo.environment["IMPORT_LEGACY_MATRIX"] ?? ""
    let parts = asked.split(separator: "/").compactMap { Int($0) }
    if asked == "pairs" { return MatrixChange.pairs }
    if parts.count == 2, parts[1] > 0 {
      return MatrixChange.pairs.enumerated().filter { $0.offset % parts[1] == parts[0] % parts[1] }.map(
        \.element)
    }
    return asked == "cover" ? cover(fewest: .max) : cover(fewest: 3)
  }()

  /// In a run of all tests every third kind: the others are among others there.
  static let alone: [MatrixChange] =
    ProcessInfo.processInfo.environment["IMPORT_LEGACY_MATRIX"] == nil
    ? MatrixChange.all.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) : MatrixChange.all

  private static let isAnswerable = MatrixChange.all.map { MatrixTrial(changes: [$0]).isPossible }

  /// Trials until each change was tried with so many others, or with all that do not contradict it.
  private static func cover(fewest: Int) -> [MatrixTrial] {
    let all = MatrixChange.all
    var random = FuzzRandom(seed: 20)
    let order = all.indices.shuffled(using: &random)
    let partners = all.map { change in all.indices.filter { all[$0].combines(with: change) } }
    var tried: Set<Pair> = []
    var count = all.map { _ in 0 }
    var trials: [MatrixTrial] = []
    func isOpen(_ one: Int, _ other: Int) -> Bool { !tried.contains(Pair(min(one, other), max(one, other))) }
    for first in order {
      while count[first] < min(fewest, partners[first].count),
        let second = order.first(where: { partners[first].contains($0) && isOpen(first, $0) })
      {
        var bundle = [first, second]
        while bundle.count < size {
          let fitting = order.filter { next in bundle.allSatisfy { partners[$0].contains(next) } }
          let gains: [(change: Int, pairs: Int)] = fitting.map { next in
            (next, bundle.count { other in isOpen(other, next) })
          }
          let useful = gains.filter { gain in isAnswerable[gain.change] && gain.pairs > 0 }
          guard let best = useful.max(by: { one, other in one.pairs < other.pairs }) else { break }
          bundle.append(best.change)
        }
        let isSound = bundle.allSatisfy { isAnswerable[$0] }
        for (place, one) in bundle.enumerated() {
          for other in bundle[..<place] where isSound || !isAnswerable[one] || !isAnswerable[other] {
            guard tried.insert(Pair(min(one, other), max(one, other))).inserted else { continue }
            count[one] += 1
            count[other] += 1
          }
        }
        trials.append(MatrixTrial(changes: bundle.sorted().map { all[$0] }))
      }
    }
    return trials
  }
}
