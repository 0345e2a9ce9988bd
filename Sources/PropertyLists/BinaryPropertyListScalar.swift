/// The bytes of one object that refers to no other.
enum BinaryPropertyListScalar {
  static func append(_ list: PropertyList, to output: inout [UInt8]) {
    switch list {
    case .string(let string): append(string, to: &output)
    case .unpairedString(let units): append(units, to: &output)
    case .integer(let integer): append(integer, to: &output)
    case .unsigned(let integer):
      append(.wideInteger(high: 0, low: integer), to: &output)
    case .wideInteger(let high, let low):
      output.append(0x14)
      output.append(bigEndian: high, size: 8)
      output.append(bigEndian: low, size: 8)
    case .real(let real):
      output.append(0x23)
      output.append(bigEndian: real.bitPattern, size: 8)
    case .boolean(let flag): output.append(flag ? 0x09 : 0x08)
    case .date(let seconds):
      output.append(0x33)
      output.append(bigEndian: seconds.bitPattern, size: 8)
    case .data(let bytes):
      append(marker: 0x40, count: bytes.count, to: &output)
      output += bytes
    case .uid(let uid):
      let size = BinaryPropertyListWriter.byteCount(uid)
      output.append(0x80 | UInt8(size - 1))
      output.append(bigEndian: uid, size: size)
    case .array, .dictionary:
      // The writer numbers containers itself and never hands one over.
      break
    }
  }

  static func append(marker: UInt8, count: Int, to output: inout [UInt8]) {
    guard count >= 0xF else { return output.append(marker | UInt8(count)) }
    output.append(marker | 0xF)
    append(Int64(count), to: &output)
  }

  /// Smaller sizes are unsigned, so a negative number takes all eight bytes.
  private static func append(_ integer: Int64, to output: inout [UInt8]) {
    let pattern = UInt64(bitPattern: integer)
    let size = BinaryPropertyListWriter.byteCount(pattern)
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    output.append(bigEndian: pattern, size: size)
  }

  private static func append(_ string: String, to output: inout [UInt8]) {
    guard string.utf8.allSatisfy({ $0 < 0x80 }) else { return append(Array(string.utf16), to: &output) }
    append(marker: 0x50, count: string.utf8.count, to: &output)
    output += string.utf8
  }

  private static func append(_ units: [UInt16], to output: inout [UInt8]) {
    append(marker: 0x60, count: units.count, to: &output)
    units.forEach { output.append(bigEndian: UInt64($0), size: 2) }
  }
}

extension [UInt8] {
  /// The low `size` bytes of the number, highest first.
  mutating func append(bigEndian number: UInt64, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
