import SQLite

/// Hashes of cells for comparing sets of them; equal hashes mean equal cells, as far as chance can tell.
enum CellHash {
  /// Takes one cell into a hash.
  static func adding(_ statement: Statement, _ column: Int, to hash: UInt64) -> UInt64 {
    let storageClass = statement.storageClass(at: column)
    switch storageClass {
    case .null: return Link.mix(hash &+ 5)
    case .integer: return Link.mix(hash ^ UInt64(bitPattern: statement.integer(at: column)) &+ 1)
    case .real: return Link.mix(hash ^ statement.double(at: column).bitPattern &+ 2)
    case .text, .blob:
      return statement.withBytes(at: column) { cell in
        var bytes = Bytes(Link.mix(hash &+ UInt64(storageClass.rawValue)))
        bytes.add(cell)
        return bytes.value
      }
    }
  }

  /// Of bytes that come in pieces of any size.
  struct Bytes {
    private var hash: UInt64
    private var word: UInt64 = 0
    private var count: UInt64 = 0

    init(_ seed: UInt64 = 0) { hash = seed }

    mutating func add(_ piece: UnsafeRawBufferPointer) {
      var offset = 0
      while offset < piece.count {
        if count % 8 == 0, offset + 8 <= piece.count {
          hash = Link.mix(hash ^ piece.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          offset += 8
          count += 8
        } else {
          // The same word as above, byte by byte.
          word |= UInt64(piece[offset]) << (8 * (count % 8))
          offset += 1
          count += 1
          if count % 8 == 0 {
            hash = Link.mix(hash ^ UInt64(littleEndian: word))
            word = 0
          }
        }
      }
    }

    var value: UInt64 { Link.mix(Link.mix(hash ^ word) &+ count << 3) }
  }
}
