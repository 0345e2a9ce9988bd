/// SplitMix64: the same changes in every run.
package struct FuzzRandom: RandomNumberGenerator {
  /// Turns of a series: more where the long tests are asked for.
  package static func turns(_ usual: Int) -> Int {
    LongTests.areWanted ? usual * 20 : usual
  }

  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &self) }

  package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// Bytes changed, cut, doubled or left out.
  package mutating func change(_ bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    guard !changed.isEmpty else { return [UInt8(below(256))] }
    switch below(8) {
    case 0: changed.removeLast(1 + below(changed.count))
    case 1:
      let start = below(changed.count)
      changed.removeSubrange(start..<min(changed.count, start + 1 + below(64)))
    case 2:
      let start = below(changed.count)
      let piece = Array(changed[start..<min(changed.count, start + 64)])
      changed.insert(contentsOf: piece, at: below(changed.count + 1))
    default:
      for _ in 0...below(8) { changed[below(changed.count)] = UInt8(below(256)) }
    }
    return changed
  }
}
