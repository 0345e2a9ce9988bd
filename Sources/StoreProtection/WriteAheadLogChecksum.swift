/// The running checksum of a write-ahead log (https://sqlite.org/fileformat2.html, section 4.2): each frame's
/// goes on from the one before it.
struct WriteAheadLogChecksum: Sendable, Hashable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// - Parameter bytes: a multiple of 8.
  mutating func add(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) {
    var offset = 0
    while offset + 8 <= bytes.count {
      let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      first &+= (bigEndian ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
      second &+= (bigEndian ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
      offset += 8
    }
  }
}
