/// Writes binary property lists as Core Foundation does: depth first, a dictionary's keys before its values,
/// equal scalars once. The same value always gives the same bytes; a dictionary keeps its order.
package struct BinaryPropertyListWriter {
  private enum Record {
    case scalar(PropertyList)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var records: [Record] = []
  /// Of scalars.
  private var numbers: [PropertyList: Int] = [:]

  private init() {}

  package static func write(_ list: PropertyList) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    _ = writer.add(list)
    return writer.encoded()
  }

  /// Returns the object's number.
  private mutating func add(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements):
      let number = reserve()
      let references = elements.map { add($0) }
      records[number] = .array(references)
      return number
    case .dictionary(let entries):
      let number = reserve()
      let keys = entries.map { add(.string($0.key)) }
      let values = entries.map { add($0.value) }
      records[number] = .dictionary(keys: keys, values: values)
      return number
    case .string, .unpairedString, .integer, .unsigned, .wideInteger, .real, .boolean, .date, .data, .uid:
      if let number = numbers[list] { return number }
      records.append(.scalar(list))
      numbers[list] = records.count - 1
      return records.count - 1
    }
  }

  /// A container's number comes before those of its members.
  private mutating func reserve() -> Int {
    records.append(.array([]))
    return records.count - 1
  }

  private func encoded() -> [UInt8] {
    var output = BinaryPropertyListReader.magic
    var offsets: [Int] = []
    let referenceSize = Self.byteCount(UInt64(records.count))
    for record in records {
      offsets.append(output.count)
      switch record {
      case .scalar(let list): BinaryPropertyListScalar.append(list, to: &output)
      case .array(let elements):
        BinaryPropertyListScalar.append(marker: 0xA0, count: elements.count, to: &output)
        elements.forEach { output.append(bigEndian: UInt64($0), size: referenceSize) }
      case .dictionary(let keys, let values):
        BinaryPropertyListScalar.append(marker: 0xD0, count: keys.count, to: &output)
        (keys + values).forEach { output.append(bigEndian: UInt64($0), size: referenceSize) }
      }
    }
    let offsetTable = output.count
    let offsetSize = Self.byteCount(UInt64(offsetTable))
    offsets.forEach { output.append(bigEndian: UInt64($0), size: offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [records.count, 0, offsetTable] {
      output.append(bigEndian: UInt64(number), size: 8)
    }
    return output
  }

  /// The sizes Core Foundation uses: never 3, 5, 6 or 7.
  static func byteCount(_ number: UInt64) -> Int {
    switch number {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
