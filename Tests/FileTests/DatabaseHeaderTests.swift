import StoreProtection
import Testing

struct DatabaseHeaderTests {
  @Test func aRealHeaderIsReadInFull() throws {
    var bytes = Stores.bytes(pageSize: 65536, version: 2)
    bytes[20] = 32
    bytes.replaceSubrange(24..<28, with: Stores.bigEndian(77))
    bytes.replaceSubrange(28..<32, with: Stores.bigEndian(9))
    bytes.replaceSubrange(36..<40, with: Stores.bigEndian(3))
    bytes.replaceSubrange(40..<44, with: Stores.bigEndian(41))
    bytes.replaceSubrange(44..<48, with: Stores.bigEndian(4))
    bytes.replaceSubrange(52..<56, with: Stores.bigEndian(6))
    bytes.replaceSubrange(56..<60, with: Stores.bigEndian(1))
    bytes.replaceSubrange(60..<64, with: Stores.bigEndian(12))
    bytes.replaceSubrange(64..<68, with: Stores.bigEndian(1))
    bytes.replaceSubrange(68..<72, with: Stores.bigEndian(0xcafe_babe))
    bytes.replaceSubrange(92..<96, with: Stores.bigEndian(77))
    bytes.replaceSubrange(96..<100, with: Stores.bigEndian(3_040_001))
    let header = try DatabaseHeader(bytes)
    #expect(header.pageSize == 65536)
    #expect(header.usesWriteAheadLog)
    #expect(header.reservedBytes == 32)
    #expect(header.changeCounter == 77)
    #expect(header.pageCount == 9 && header.isPageCountValid)
    #expect(header.freePageCount == 3)
    #expect(header.schemaCookie == 41)
    #expect(header.schemaFormat == 4)
    #expect(header.isAutoVacuum && header.largestRootPage == 6 && header.isIncrementalVacuum)
    #expect(header.textEncoding == 1)
    #expect(header.userVersion == 12)
    #expect(header.applicationID == 0xcafe_babe)
    #expect(header.sqliteVersion == 3_040_001)
  }

  @Test(.enabled(if: Python.isPresent)) func agreesWithSQLite() throws {
    let folder = try TemporaryFolder()
    let text = try Python.run(
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      for p in ("page_size=1024", "encoding='UTF-16le'", "auto_vacuum=incremental", "user_version=5",
                "application_id=99"): c.execute("pragma " + p)
      c.execute("create table t(a)")
      c.execute("pragma journal_mode=wal")
      print(c.execute("pragma page_count").fetchone()[0], c.execute("pragma schema_version").fetchone()[0])
      c.close()
      """, folder("a.sqlite"))
    let header = try DatabaseHeader(folder.bytes("a.sqlite"))
    #expect(header.pageSize == 1024)
    #expect(header.textEncoding == 2)
    #expect(header.isAutoVacuum && header.isIncrementalVacuum)
    #expect(header.userVersion == 5)
    #expect(header.applicationID == 99)
    #expect(header.usesWriteAheadLog)
    #expect("\(header.pageCount) \(header.schemaCookie)" == text)
  }

  @Test(arguments: [0, 1, 256, 1000, 4097, 65535]) func impossiblePageSizes(size: Int) {
    var bytes = Stores.bytes()
    bytes[16] = UInt8(size >> 8)
    bytes[17] = UInt8(size & 255)
    if size == 1 {
      #expect((try? DatabaseHeader(bytes).pageSize) == 65536)
    } else {
      #expect(throws: DatabaseHeaderError.impossiblePageSize) { try DatabaseHeader(bytes) }
    }
  }

  @Test(arguments: [(18, 3), (18, 127), (19, 3), (47, 5), (44, 1)]) func impossibleVersions(
    offset: Int, value: UInt8
  ) {
    var bytes = Stores.bytes()
    bytes[offset] = value
    #expect(throws: DatabaseHeaderError.impossibleVersion) { try DatabaseHeader(bytes) }
  }

  @Test(arguments: [(59, 4), (59, 16), (56, 1)]) func impossibleEncodings(offset: Int, value: UInt8) {
    var bytes = Stores.bytes()
    bytes[offset] = value
    #expect(throws: DatabaseHeaderError.impossibleEncoding) { try DatabaseHeader(bytes) }
  }

  /// Every byte with every value: it is a header, or none.
  @Test func everyByte() {
    let sound = Stores.bytes()
    var refused = 0
    for offset in 0..<DatabaseHeader.length {
      for value in UInt8.min...UInt8.max {
        var bytes = sound
        bytes[offset] = value
        if (try? DatabaseHeader(bytes)) == nil { refused += 1 }
      }
    }
    #expect(refused > 16 * 255 && refused < 30 * 255)
  }

  @Test(arguments: [1, 15, 16, 99]) func cutShort(length: Int) {
    #expect(throws: DatabaseHeaderError.cutShort) { try DatabaseHeader(Array(Stores.bytes().prefix(length))) }
  }

  @Test func strangers() {
    #expect(throws: DatabaseHeaderError.noMagic) { try DatabaseHeader([]) }
    #expect(throws: DatabaseHeaderError.noMagic) { try DatabaseHeader(Array("SQLite format 4\0".utf8)) }
    #expect(throws: DatabaseHeaderError.noMagic) { try DatabaseHeader([0]) }
  }
}
