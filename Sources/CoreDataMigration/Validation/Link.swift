import SQLite

/// A link as the destination keeps it, or a step of an ordered list.
struct Link: Hashable {
  let owner: Int64
  let target: Int64
  /// Number of the target's entity where it is stored beside the key, else 0; in a list, the object before.
  let companion: Int64

  /// Two independent 64-bit hashes: equal sums over two sets mean equal sets, as far as chance can tell.
  var hashes: (UInt64, UInt64) {
    let (owner, target) = (UInt64(bitPattern: self.owner), UInt64(bitPattern: self.target))
    let companion = UInt64(bitPattern: self.companion)
    let first = Self.mix(Self.mix(Self.mix(owner &+ 0x9E37_79B9_7F4A_7C15) ^ target) ^ companion)
    let second = Self.mix(Self.mix(Self.mix(target &+ 0xD1B5_4A32_D192_ED03) ^ companion) ^ owner)
    return (first, second)
  }

  /// Links of one owner lie in one bucket, so that a difference can be looked at bucket by bucket.
  var bucket: Int { Int(Self.mix(UInt64(bitPattern: owner)) >> 56) }

  /// The finaliser of SplitMix64.
  static func mix(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Link {
  /// Stands for what is in a key column and is no key: it leads nowhere.
  static let noKey = Int64.min
}

extension Statement {
  /// The entity number in a cell: 0, which is nobody's, for anything but an integer. SQLite would make a number of it.
  func entityNumber(at column: Int) -> Int64 {
    storageClass(at: column) == .integer ? integer(at: column) : 0
  }

  /// The key in a key column: nil for NULL, `Link.noKey` for anything but an integer.
  func linkKey(at column: Int) -> Int64? {
    switch storageClass(at: column) {
    case .null: nil
    case .integer: integer(at: column)
    default: Link.noKey
    }
  }
}
