/// Reads Core Foundation's binary property lists (`bplist00`), hostile ones too.
///
/// Time and memory are bounded by the length of the input and by `PropertyListLimits`: every object is read
/// once, and objects that share bytes with each other are refused. The layout is the one Apple publishes in
/// CFBinaryPList.c.
package struct BinaryPropertyListReader {
  package static let magic = Array("bplist00".utf8)

  private enum Slot {
    case unread
    case reading
    /// `weight`: values it unfolds to. `depth`: containers inside it.
    case read(PropertyList, weight: Int, depth: Int)
  }

  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  private let trailer: BinaryPropertyListTrailer
  private var slots: [Slot]
  /// Bytes that objects may still claim; more claims than bytes means that objects overlap.
  private var unclaimedBytes: Int

  private init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    guard bytes.starts(with: Self.magic) else { throw PropertyListError.unknownForm }
    guard bytes.count <= limits.bytes else { throw PropertyListError.tooLarge(byteLimit: limits.bytes) }
    self.bytes = bytes
    self.limits = limits
    trailer = try BinaryPropertyListTrailer(of: bytes)
    slots = Array(repeating: .unread, count: trailer.objectCount)
    unclaimedBytes = bytes.count
  }

  /// - Throws: `PropertyListError`.
  package static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(PropertyListError) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes, limits: limits)
    return try reader.object(reader.trailer.topObject, enclosing: 0).value
  }

  private mutating func object(
    _ number: Int, enclosing: Int
  ) throws(PropertyListError) -> (value: PropertyList, weight: Int, depth: Int) {
    let offset = try offset(of: number)
    switch slots[number] {
    case .reading: throw PropertyListError.cyclic(offset: offset)
    case .read(let value, let weight, let depth):
      // Read before at a shallower place, perhaps.
      guard enclosing + depth <= limits.depth else { throw PropertyListError.tooDeep(limit: limits.depth) }
      return (value, weight, depth)
    case .unread: break
    }
    slots[number] = .reading
    let marker = bytes[offset]
    let result: (value: PropertyList, weight: Int, depth: Int)
    switch marker >> 4 {
    case 0xA, 0xD: result = try container(at: offset, enclosing: enclosing)
    default: result = (try scalar(at: offset), 1, 0)
    }
    slots[number] = .read(result.value, weight: result.weight, depth: result.depth)
    return result
  }

  private mutating func container(
    at offset: Int, enclosing: Int
  ) throws(PropertyListError) -> (value: PropertyList, weight: Int, depth: Int) {
    guard enclosing < limits.depth else { throw PropertyListError.tooDeep(limit: limits.depth) }
    let isDictionary = bytes[offset] >> 4 == 0xD
    let (count, start) = try length(at: offset)
    let (referenceCount, overflow) = count.multipliedReportingOverflow(by: isDictionary ? 2 : 1)
    guard !overflow else { throw PropertyListError.truncated }
    try claim(referenceCount, of: trailer.referenceSize, at: start)

    var members: [PropertyList] = []
    var weight = 1
    var depth = 0
    for index in 0..<referenceCount {
      let number = Int(bigEndian(at: start + index * trailer.referenceSize, trailer.referenceSize))
      let member = try object(number, enclosing: enclosing + 1)
      members.append(member.value)
      depth = max(depth, member.depth)
      weight += member.weight
      guard weight <= limits.values else { throw PropertyListError.tooManyValues(limit: limits.values) }
    }
    let value: PropertyList =
      isDictionary ? try dictionary(members, count: count, offset: offset) : .array(members)
    return (value, weight, depth + 1)
  }

  /// All keys, then all values.
  private func dictionary(
    _ members: [PropertyList], count: Int, offset: Int
  ) throws(PropertyListError) -> PropertyList {
    var entries: [PropertyList.Entry] = []
    entries.reserveCapacity(count)
    // Compared by bytes: Swift would hold a composed and a decomposed letter for the same key.
    var seen: Set<[UInt8]> = []
    for index in 0..<count {
      guard case .string(let key) = members[index] else {
        throw PropertyListError.invalidObject(offset: offset)
      }
      guard seen.insert(Array(key.utf8)).inserted else {
        throw PropertyListError.duplicateKey(offset: offset)
      }
      entries.append(PropertyList.Entry(key, members[count + index]))
    }
    return .dictionary(entries)
  }
}

extension BinaryPropertyListReader {
  private mutating func scalar(at offset: Int) throws(PropertyListError) -> PropertyList {
    let marker = bytes[offset]
    switch (marker >> 4, marker & 0xF) {
    case (0x0, 0x8): return .boolean(false)
    case (0x0, 0x9): return .boolean(true)
    case (0x1, 0...4): return try integer(at: offset)
    case (0x2, 2):
      try claim(4, of: 1, at: offset + 1)
      return .real(Double(Float(bitPattern: UInt32(bigEndian(at: offset + 1, 4)))))
    case (0x2, 3):
      try claim(8, of: 1, at: offset + 1)
      return .real(Double(bitPattern: bigEndian(at: offset + 1, 8)))
    case (0x3, 3):
      try claim(8, of: 1, at: offset + 1)
      return .date(Double(bitPattern: bigEndian(at: offset + 1, 8)))
    case (0x4, _):
      let (count, start) = try length(at: offset)
      try claim(count, of: 1, at: start)
      return .data(Array(bytes[start..<(start + count)]))
    case (0x5, _):
      let (count, start) = try length(at: offset)
      try claim(count, of: 1, at: start)
      let ascii = bytes[start..<(start + count)]
      guard ascii.allSatisfy({ $0 < 0x80 }) else { throw PropertyListError.invalidObject(offset: offset) }
      return .string(String(decoding: ascii, as: UTF8.self))
    case (0x6, _): return try unicode(at: offset)
    case (0x8, 0...7):
      let size = Int(marker & 0xF) + 1
      try claim(size, of: 1, at: offset + 1)
      return .uid(bigEndian(at: offset + 1, size))
    default: throw PropertyListError.unsupportedObject(offset: offset, marker: marker)
    }
  }

  /// One, two and four bytes are unsigned, eight and sixteen signed.
  private mutating func integer(at offset: Int) throws(PropertyListError) -> PropertyList {
    let size = 1 << Int(bytes[offset] & 0xF)
    try claim(size, of: 1, at: offset + 1)
    guard size == 16 else { return .integer(Int64(bitPattern: bigEndian(at: offset + 1, size))) }
    let high = bigEndian(at: offset + 1, 8)
    let low = bigEndian(at: offset + 9, 8)
    let signed = Int64(bitPattern: low)
    if high == (signed < 0 ? UInt64.max : 0) { return .integer(signed) }
    return high == 0 ? .unsigned(low) : .wideInteger(high: high, low: low)
  }

  private mutating func unicode(at offset: Int) throws(PropertyListError) -> PropertyList {
    let (count, start) = try length(at: offset)
    try claim(count, of: 2, at: start)
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for index in 0..<count {
      units.append(UInt16(bigEndian(at: start + index * 2, 2)))
    }
    // Decoding repairs an unpaired surrogate; then the units differ.
    let string = String(decoding: units, as: UTF16.self)
    return string.utf16.elementsEqual(units) ? .string(string) : .unpairedString(units)
  }

  /// The count of an object: in the marker's low half, or in an integer object right behind it.
  private func length(at offset: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 0xF)
    guard short == 0xF else { return (short, offset + 1) }
    guard offset + 1 < trailer.objectsEnd, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0xF <= 3 else {
      throw PropertyListError.invalidObject(offset: offset)
    }
    let size = 1 << Int(bytes[offset + 1] & 0xF)
    guard offset + 2 + size <= trailer.objectsEnd else { throw PropertyListError.truncated }
    let count = bigEndian(at: offset + 2, size)
    guard count <= UInt64(bytes.count) else { throw PropertyListError.truncated }
    return (Int(count), offset + 2 + size)
  }

  /// Takes `count` units of `size` bytes from `start`, if they lie among the objects and nobody had them.
  private mutating func claim(_ count: Int, of size: Int, at start: Int) throws(PropertyListError) {
    let (total, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, start <= trailer.objectsEnd, total <= trailer.objectsEnd - start else {
      throw PropertyListError.truncated
    }
    guard total <= unclaimedBytes else { throw PropertyListError.invalidObject(offset: start) }
    unclaimedBytes -= total
  }

  private func offset(of number: Int) throws(PropertyListError) -> Int {
    guard number >= 0, number < trailer.objectCount else { throw PropertyListError.invalidTrailer }
    let entry = trailer.offsetTable + number * trailer.offsetSize
    let offset = bigEndian(at: entry, trailer.offsetSize)
    guard offset >= UInt64(Self.magic.count), offset < UInt64(trailer.objectsEnd) else {
      throw PropertyListError.truncated
    }
    return Int(offset)
  }

  /// The caller has checked the range.
  private func bigEndian(at start: Int, _ size: Int) -> UInt64 {
    bytes[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
