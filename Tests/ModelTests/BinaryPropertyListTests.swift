import PropertyLists
import Testing

@Suite struct BinaryPropertyListTests {
  private static let everything = PropertyList.dictionary([
    .init("z", .array([])), .init("a", .dictionary([])),
    .init("strings", .array(["", "abc", "grüße 🐟", "fifteen letters"].map { .string($0) })),
    .init("composed", .array([.string("\u{e9}"), .string("e\u{301}")])),
    .init("unpaired", .unpairedString([0x61, 0xD800])),
    .init(
      "integers",
      .array(
        [0, 1, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max, -1, .min].map { .integer($0) })),
    .init("unsigned", .unsigned(.max)), .init("wide", .wideInteger(high: .max, low: 5)),
    .init("reals", .array([0.0, -0.0, 1.5, .infinity, .leastNonzeroMagnitude].map { .real($0) })),
    .init("booleans", .array([.boolean(true), .boolean(false)])),
    .init("date", .date(-978_307_200.25)), .init("data", .data([0, 1, 255])), .init("no data", .data([])),
    .init("uids", .array([.uid(0), .uid(256), .uid(70_000)])),
    .init("many", .array((0..<400).map { .integer(Int64($0)) })),
  ])

  @Test func everyKindComesBackAsItWas() throws {
    let bytes = BinaryPropertyListWriter.write(Self.everything)
    let back = try PropertyListReader.read(bytes)
    #expect(back == Self.everything)
    #expect(back.entries?.map(\.key) == Self.everything.entries?.map(\.key))
    #expect(BinaryPropertyListWriter.write(back) == bytes)
  }

  @Test func canonicallyEqualStringsStayApart() throws {
    let back = try PropertyListReader.read(BinaryPropertyListWriter.write(Self.everything))
    let scalars = back["composed"]?.elements?.map { $0.string?.unicodeScalars.count }
    #expect(scalars == [1, 2])
    let twoKeys = PropertyList.dictionary([.init("\u{e9}", .integer(1)), .init("e\u{301}", .integer(2))])
    #expect(try PropertyListReader.read(BinaryPropertyListWriter.write(twoKeys)).entries?.count == 2)
  }

  @Test func minusZeroStaysMinusZero() throws {
    let back = try PropertyListReader.read(BinaryPropertyListWriter.write(Self.everything))
    guard case .real(let zero) = back["reals"]?.elements?[1] else {
      Issue.record("no real")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test func layoutIsCoreFoundations() {
    let bytes = BinaryPropertyListWriter.write(.dictionary([.init("k", .integer(1))]))
    let expected: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x6B, 0x10, 1] + [8, 11, 13] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 15]
    #expect(bytes == expected)
  }

  @Test func readsFourByteReals() throws {
    let list = assemble(objects: [[0x22] + [0x3F, 0xC0, 0, 0]])
    #expect(try PropertyListReader.read(list) == .real(1.5))
  }

  // MARK: hostile input

  /// A list of raw objects with one-byte references and offsets.
  private func assemble(objects: [[UInt8]], top: UInt8 = 0, referenceSize: UInt8 = 1) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, referenceSize]
    for number in [objects.count, Int(top), table] {
      bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    return bytes
  }

  @Test func cyclesAreRefused() {
    #expect(throws: PropertyListError.cyclic(offset: 8)) {
      try PropertyListReader.read(assemble(objects: [[0xA1, 0]]))
    }
    #expect(throws: PropertyListError.cyclic(offset: 8)) {
      try PropertyListReader.read(assemble(objects: [[0xA1, 1], [0xA1, 2], [0xA1, 0]]))
    }
  }

  @Test func sharedArraysDoNotUnfoldWithoutEnd() {
    // Each array holds the next one fifteen times under two levels: 14^60 values.
    let objects = (0..<60).map { [0xAE] + [UInt8](repeating: UInt8($0 + 1), count: 14) } + [[0x08]]
    #expect(throws: PropertyListError.tooManyValues(limit: 4_000_000)) {
      try PropertyListReader.read(assemble(objects: objects))
    }
  }

  @Test func nestingIsLimitedOnEveryPath() throws {
    let chain = (0..<200).map { [0xA1, UInt8($0 + 1)] } + [[0x08]]
    #expect(throws: PropertyListError.tooDeep(limit: 128)) {
      try PropertyListReader.read(assemble(objects: chain))
    }
    // Read first at the shallow place, then met again at the deep one.
    let tail = (0..<3).map { [0xA1, UInt8($0 + 2)] } + [[0x08]]
    let shared: [[UInt8]] = [[0xA2, 1, 5]] + tail + [[0xA1, 6], [0xA1, 7], [0xA1, 1]]
    #expect(throws: PropertyListError.tooDeep(limit: 5)) {
      try PropertyListReader.read(assemble(objects: shared), limits: PropertyListLimits(depth: 5))
    }
    #expect(try PropertyListReader.read(assemble(objects: shared)).elements?.count == 2)
  }

  @Test func hugeCountsAreRefused() {
    let counts: [[UInt8]] = [
      [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xDF, 0x13, 0xFF, 0, 0, 0, 0, 0, 0, 0],
      [0x4F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF], [0x5F, 0x11, 0xFF, 0xFF], [0x6F, 0x10, 0xFF], [0x4F, 0x14, 0],
    ]
    for object in counts {
      #expect(throws: PropertyListError.self) { try PropertyListReader.read(assemble(objects: [object])) }
    }
  }

  @Test func objectsThatShareBytesAreRefused() {
    // A thousand arrays in the same bytes: quadratic, if each were read.
    let count = 200
    var bytes = Array("bplist00".utf8) + [0xAF, 0x10, UInt8(count)] + (1...UInt8(count)).map { $0 }
    let second = bytes.count
    bytes += [0xAF, 0x10, UInt8(count)] + [UInt8](repeating: 201, count: count) + [0x08]
    let table = bytes.count
    for number in 0...(count + 1) {
      let offset = number == 0 ? 8 : number == count + 1 ? table - 1 : second
      bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)]
    }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(count + 2), 0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    #expect(throws: PropertyListError.invalidObject(offset: second + 3)) {
      try PropertyListReader.read(bytes)
    }
  }

  @Test func malformedObjectsAreRefused() {
    let objects: [[UInt8]] = [
      [0x51, 0x80], [0x00], [0x0F], [0x70], [0xC1, 0], [0xA1, 9], [0xD1, 1, 1], [0x21, 0, 0], [0x88, 0],
    ]
    for object in objects {
      #expect(throws: PropertyListError.self) {
        try PropertyListReader.read(assemble(objects: [object, [0x08], [0x51, 0x61]]))
      }
    }
    #expect(throws: PropertyListError.duplicateKey(offset: 8)) {
      try PropertyListReader.read(
        assemble(objects: [[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x08]]))
    }
  }

  @Test func everyCutAndEveryFlippedByteEndsInAValueOrATypedError() {
    let bytes = BinaryPropertyListWriter.write(Self.everything)
    for length in 0..<bytes.count {
      #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(bytes[..<length])) }
    }
    var refused = 0
    for index in bytes.indices {
      for flip: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] ^= flip
        do { _ = try PropertyListReader.read(damaged) } catch { refused += 1 }
      }
    }
    #expect(refused > 100)
  }
}
