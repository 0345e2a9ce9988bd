extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The 16-bit number, most significant byte first, `offset` bytes from the start. It must be there.
  func bigEndian16(at offset: Int) -> UInt16 {
    let start = startIndex + offset
    return UInt16(self[start]) << 8 | UInt16(self[start + 1])
  }

  /// The 32-bit number, most significant byte first, `offset` bytes from the start. It must be there.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian16(at: offset)) << 16 | UInt32(bigEndian16(at: offset + 2))
  }
}
