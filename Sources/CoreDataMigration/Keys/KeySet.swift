/// A set of keys (`Z_PK`): a bitmap with ranks where keys lie close, a sorted array where they are sparse.
///
/// A bitmap takes a bit per key of its span, the array eight bytes per key; whichever is smaller is used, so that
/// neither gaps nor keys near 2^62 cost more than the rows themselves.
package struct KeySet: Sendable {
  private enum Form: Sendable {
    case bitmap(base: Int64, words: [UInt64], ranks: [Int64])
    case sorted([Int64])
  }

  private static let wordsPerRank = 8
  private var form: Form
  package private(set) var count: Int64 = 0

  /// - Parameters:
  ///   - count: how many keys will come.
  ///   - minimum: the smallest of them.
  ///   - maximum: the largest.
  package init(count: Int64, minimum: Int64, maximum: Int64) {
    let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
    if count > 0, !overflow, span >= 0, span / 64 <= max(count, 1024) {
      form = .bitmap(base: minimum, words: Array(repeating: 0, count: Int(span / 64) + 1), ranks: [])
    } else {
      var keys: [Int64] = []
      keys.reserveCapacity(Int(count))
      form = .sorted(keys)
    }
  }

  package static let empty = KeySet(count: 0, minimum: 0, maximum: 0)

  /// An empty set with room for any of these keys.
  func emptyCopy() -> KeySet {
    switch form {
    case .bitmap(let base, let words, _):
      KeySet(count: count, minimum: base, maximum: base + Int64(words.count * 64 - 1))
    case .sorted(let keys): KeySet(count: count, minimum: keys.first ?? 0, maximum: keys.last ?? 0)
    }
  }

  /// Adds a key larger than every one before, within the announced bounds.
  package mutating func append(_ key: Int64) {
    count += 1
    switch form {
    case .bitmap(let base, var words, let ranks):
      form = .sorted([])  // Gives up the only other reference, so that the bit is set in place.
      let offset = Int(key - base)
      precondition(offset >= 0 && offset / 64 < words.count, "a key outside the announced bounds")
      words[offset / 64] |= 1 << UInt64(offset % 64)
      form = .bitmap(base: base, words: words, ranks: ranks)
    case .sorted(var keys):
      form = .sorted([])
      keys.append(key)
      form = .sorted(keys)
    }
  }

  /// Prepares `rank`. To be called once, after the last `append`.
  package mutating func seal() {
    guard case .bitmap(let base, let words, _) = form else { return }
    var ranks: [Int64] = []
    var total: Int64 = 0
    for (index, word) in words.enumerated() {
      if index % Self.wordsPerRank == 0 { ranks.append(total) }
      total += Int64(word.nonzeroBitCount)
    }
    form = .bitmap(base: base, words: words, ranks: ranks)
  }

  package func contains(_ key: Int64) -> Bool {
    switch form {
    case .bitmap(let base, let words, _):
      let (offset, overflow) = key.subtractingReportingOverflow(base)
      guard !overflow, offset >= 0, offset / 64 < words.count else { return false }
      return words[Int(offset / 64)] & (1 << UInt64(offset % 64)) != 0
    case .sorted(let keys):
      let position = Self.position(of: key, in: keys)
      return position < keys.count && keys[position] == key
    }
  }

  /// How many keys are smaller; nil for a key that is not in the set.
  package func rank(of key: Int64) -> Int64? {
    guard contains(key) else { return nil }
    switch form {
    case .bitmap(let base, let words, let ranks):
      let offset = Int(key - base)
      let word = offset / 64
      let block = word / Self.wordsPerRank
      var rank = ranks[block]
      for index in (block * Self.wordsPerRank)..<word { rank += Int64(words[index].nonzeroBitCount) }
      let below = words[word] & ((1 << UInt64(offset % 64)) - 1)
      return rank + Int64(below.nonzeroBitCount)
    case .sorted(let keys):
      return Int64(Self.position(of: key, in: keys))
    }
  }

  /// The key that has so many smaller ones; nil where there are not so many.
  package func key(ofRank rank: Int64) -> Int64? {
    guard rank >= 0, rank < count else { return nil }
    switch form {
    case .bitmap(let base, let words, let ranks):
      // The last block that begins at or below the rank.
      var (low, high) = (0, ranks.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if ranks[middle] <= rank { low = middle } else { high = middle - 1 }
      }
      var rest = rank - ranks[low]
      for index in (low * Self.wordsPerRank)..<words.count {
        let bits = Int64(words[index].nonzeroBitCount)
        guard rest >= bits else {
          var word = words[index]
          for _ in 0..<rest { word &= word - 1 }
          return base + Int64(index * 64 + word.trailingZeroBitCount)
        }
        rest -= bits
      }
      return nil
    case .sorted(let keys): return keys[Int(rank)]
    }
  }

  /// Every key, ascending.
  package func forEachKey(_ body: (Int64) -> Void) {
    switch form {
    case .bitmap(let base, let words, _):
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          body(base + Int64(index * 64 + rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
    case .sorted(let keys):
      for key in keys { body(key) }
    }
  }

  private static func position(of key: Int64, in keys: [Int64]) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
