/// The last 32 bytes of a binary property list, checked against its length.
struct BinaryPropertyListTrailer {
  static let byteCount = 32

  /// Bytes an entry of the offset table takes, 1 to 8.
  let offsetSize: Int
  /// Bytes a reference to an object takes, 1 to 8.
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  let offsetTable: Int
  /// Where the offset table begins: no object reaches into it.
  var objectsEnd: Int { offsetTable }

  init(of bytes: [UInt8]) throws(PropertyListError) {
    let magic = BinaryPropertyListReader.magic.count
    guard bytes.count >= magic + 2 + Self.byteCount else { throw PropertyListError.truncated }
    let start = bytes.count - Self.byteCount
    // Five unused bytes and the sort version stand before the sizes.
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    let numbers = (0..<3).map { field in
      bytes[(start + 8 + field * 8)..<(start + 16 + field * 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      numbers.allSatisfy({ $0 <= UInt64(bytes.count) })
    else { throw PropertyListError.invalidTrailer }
    objectCount = Int(numbers[0])
    topObject = Int(numbers[1])
    offsetTable = Int(numbers[2])
    guard topObject < objectCount, offsetTable > magic, offsetTable <= start,
      objectCount <= (start - offsetTable) / offsetSize
    else { throw PropertyListError.invalidTrailer }
  }
}
