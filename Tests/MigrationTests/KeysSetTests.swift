import CoreDataMigration
import Testing

@Suite("Sets of keys")
struct KeysSetTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let keys: [Int64]

    init(_ name: String, _ keys: some Sequence<Int64>) {
      testDescription = name
      self.keys = Array(keys)
    }
  }

  static let shapes = [
    Shape("empty", []),
    Shape("one", [7]),
    Shape("the largest", [Int64.max]),
    Shape("the smallest and the largest", [Int64.min, -1, 0, Int64.max]),
    Shape("dense", 1...1000),
    Shape("a hole after every fifty", (1...5000).filter { $0 % 51 != 0 }),
    Shape("one key in each word and at its edges", stride(from: 0, to: 64 * 40, by: 63)),
    Shape("exactly whole words", 64...(64 * 33 - 1)),
    Shape("negative", -700...300),
    Shape("near 2^62, close together", ((1 << 62) - 300)...((1 << 62) + 300)),
    Shape("sparse", stride(from: 1, to: 1 << 62, by: 1 << 53)),
    Shape("sparse and negative", [-(1 << 62), -5, 1, 2, 3, 1 << 40, 1 << 61]),
  ]

  private func set(_ keys: [Int64]) -> KeySet {
    var set = KeySet(count: Int64(keys.count), minimum: keys.first ?? 0, maximum: keys.last ?? 0)
    for key in keys { set.append(key) }
    set.seal()
    return set
  }

  @Test("Membership, rank and order, whatever the form", arguments: shapes)
  func shape(shape: Shape) {
    let set = set(shape.keys)
    #expect(set.count == Int64(shape.keys.count))
    var seen: [Int64] = []
    set.forEachKey { seen.append($0) }
    #expect(seen == shape.keys)
    #expect(shape.keys.indices.allSatisfy { set.rank(of: shape.keys[$0]) == Int64($0) })
    #expect(shape.keys.indices.allSatisfy { set.key(ofRank: Int64($0)) == shape.keys[$0] })
    #expect(set.key(ofRank: -1) == nil && set.key(ofRank: set.count) == nil)
    #expect(shape.keys.allSatisfy(set.contains))
    let members = Set(shape.keys)
    let near = shape.keys.flatMap { [$0 &- 1, $0 &+ 1, $0 &+ 64, $0 &- 64] } + [0, -1, .min, .max]
    for key in near where !members.contains(key) {
      #expect(!set.contains(key))
      #expect(set.rank(of: key) == nil)
    }
  }

  @Test("The empty set has nothing")
  func empty() {
    #expect(KeySet.empty.count == 0)
    #expect(!KeySet.empty.contains(0))
    #expect(KeySet.empty.rank(of: 0) == nil)
  }
}
