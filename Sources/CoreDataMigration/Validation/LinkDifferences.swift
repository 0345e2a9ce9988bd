/// Second reading: names the links of differing buckets, a bounded number at a time.
final class LinkDifferences: LinkSink {
  private struct Balance {
    var net = 0
    var lines: [Int] = []
    var oldOwner: Int64?
  }

  /// Buckets to look at, by store.
  private let buckets: [Int: Set<Int>]
  private var balances: [Int: [Link: Balance]] = [:]

  init(buckets: [Int: Set<Int>]) { self.buckets = buckets }

  func expect(_ link: Link, in store: Int, lines: [Int], oldOwner: Int64) {
    guard buckets[store]?.contains(link.bucket) == true else { return }
    var balance = balances[store, default: [:]][link] ?? Balance()
    balance.net += 1
    balance.lines = lines
    balance.oldOwner = oldOwner
    balances[store, default: [:]][link] = balance
  }

  func find(_ link: Link, in store: Int) {
    guard buckets[store]?.contains(link.bucket) == true else { return }
    balances[store, default: [:]][link, default: Balance()].net -= 1
  }

  /// Links that should be there and are not, with the lines and the old owner they were expected by.
  func missing(in store: Int) -> [(lines: [Int], oldOwner: Int64)] {
    (balances[store] ?? [:]).values.filter { $0.net > 0 }.map { ($0.lines, $0.oldOwner ?? 0) }
  }

  /// New keys of the owners of links that are there and should not be.
  func unexpectedOwners(in store: Int) -> [Int64] {
    (balances[store] ?? [:]).filter { $0.value.net < 0 }.map(\.key.owner)
  }

  /// Splits differing buckets so that one reading holds no more than about `limit` links at once.
  static func batches(_ tallies: [Int: LinkTally], limit: Int64) -> [[Int: Set<Int>]] {
    var batches: [[Int: Set<Int>]] = []
    var batch: [Int: Set<Int>] = [:]
    var size: Int64 = 0
    for (store, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      for bucket in tally.differing {
        if size > 0, size + tally.volume(of: bucket) > limit {
          batches.append(batch)
          batch = [:]
          size = 0
        }
        batch[store, default: []].insert(bucket)
        size += tally.volume(of: bucket)
      }
    }
    if !batch.isEmpty { batches.append(batch) }
    return batches
  }
}
