/// Compares two sets of links of any size and any order in constant memory.
///
/// Expected links are added, found ones subtracted, in 256 buckets by owner; a bucket that is not empty in
/// the end holds a difference, which a second reading of that bucket names.
final class LinkTally {
  private var first = [UInt64](repeating: 0, count: 256)
  private var second = [UInt64](repeating: 0, count: 256)
  private var counts = [Int64](repeating: 0, count: 256)
  private(set) var expected: Int64 = 0
  private var volume = [Int64](repeating: 0, count: 256)

  func expect(_ link: Link) {
    let (one, two) = link.hashes
    let bucket = link.bucket
    first[bucket] &+= one
    second[bucket] &+= two
    counts[bucket] += 1
    volume[bucket] += 1
    expected += 1
  }

  func find(_ link: Link) {
    let (one, two) = link.hashes
    let bucket = link.bucket
    first[bucket] &-= one
    second[bucket] &-= two
    counts[bucket] -= 1
    volume[bucket] += 1
  }

  /// Buckets whose two sets differ.
  var differing: [Int] {
    (0..<256).filter { first[$0] != 0 || second[$0] != 0 || counts[$0] != 0 }
  }

  /// Links in a bucket, expected and found.
  func volume(of bucket: Int) -> Int64 { volume[bucket] }
}
