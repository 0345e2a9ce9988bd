import Digests
import Foundation
import SQLite
import Testing

@Suite("Fixtures: what the report states can be worked out again")
struct FixturesReportTests {
  /// The columns of the attributes of one exact entity in version 2.
  private static let columns: [String: (table: String, number: Int64, columns: [String: String])] = [
    "Author": (
      "ZAUTHOR", 1,
      [
        "born": "ZBORN", "email": "ZEMAIL", "isActive": "ZISACTIVE", "name": "ZNAME", "uuid": "ZUUID",
        "website": "ZWEBSITE",
      ]
    ),
    "Book": (
      "ZBOOK", 2,
      [
        "added": "ZADDED", "copies": "ZCOPIES", "cover": "ZCOVER", "digest": "ZDIGEST", "format": "ZFORMAT",
        "isRead": "ZISREAD", "isbn13": "ZISBN13", "keywords": "ZKEYWORDS", "language": "ZLANGUAGE",
        "legacyCode": "ZLEGACYCODE", "pages": "ZPAGES", "price": "ZPRICE", "published": "ZPUBLISHED",
        "rating": "ZRATING", "summary": "ZSUMMARY", "title": "ZTITLE", "uuid": "ZUUID", "weight": "ZWEIGHT",
      ]
    ),
    "HighlightNote": (
      "ZNOTE", 4,
      ["color": "ZCOLOR", "created": "ZCREATED", "page": "ZPAGE", "strength": "ZSTRENGTH", "text": "ZTEXT"]
    ),
    "MarginNote": (
      "ZNOTE", 5, ["created": "ZCREATED", "page": "ZPAGE", "strength": "ZSTRENGTH1", "text": "ZTEXT1"]
    ),
    "Profile": ("ZPROFILE", 6, ["bio": "ZBIO", "photo": "ZPHOTO"]),
    "Publisher": ("ZPUBLISHER", 7, ["city": "ZCITY", "name": "ZNAME"]),
    "Setting": ("ZSETTING", 8, ["key": "ZKEY", "value": "ZVALUE"]),
    "Shelf": ("ZSHELF", 9, ["name": "ZNAME", "position": "ZPOSITION"]),
    "Tag": ("ZTAG", 10, ["name": "ZNAME"]),
  ]

  /// Key, storage class, length, bytes: as the contract of the command line has it.
  private func record(_ key: Int64, _ value: Value) -> [UInt8] {
    let (storageClass, bytes): (UInt8, [UInt8]) =
      switch value {
      case .integer(let number): (1, bigEndian(UInt64(bitPattern: number)))
      case .real(let number): (2, bigEndian(number.bitPattern))
      case .text(let text): (3, text)
      case .blob(let data): (4, data)
      case .null: (5, [])
      }
    return bigEndian(UInt64(bitPattern: key)) + [storageClass] + bigEndian(UInt64(bytes.count)) + bytes
  }

  private func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  @Test(
    "The digest and the NULLs of every attribute",
    arguments: ["library-external/Library", "library-1-wal/Library"])
  func digests(store: String) throws {
    let fixture = try Fixture(store)
    let done = try fixture.migrate()
    #expect(done.status == 0)
    var stated: [String: Report.Attribute] = [:]
    for attribute in done.report.body.attributes {
      stated["\(attribute.entity).\(attribute.name)"] = attribute
    }
    #expect(stated.count == Self.columns.values.reduce(0) { $0 + $1.columns.count })
    let folder = "out/.New_SUPPORT/_EXTERNAL_DATA/"
    for (entity, place) in Self.columns {
      for (name, column) in place.columns {
        let rows = try fixture.workshop.rows(
          "SELECT Z_PK, \(column) FROM \(place.table) WHERE Z_ENT = \(place.number) ORDER BY Z_PK")
        var bytes: [UInt8] = []
        for row in rows {
          var value = row[1]
          if entity == "Book", name == "cover", case .blob(let data) = value {
            // The tag of a value in the row is no part of its content.
            let file = String(decoding: data.dropFirst().prefix(36), as: UTF8.self)
            value = .blob(
              data.first == 2 ? try fixture.workshop.scratch.bytes(folder + file) : Array(data.dropFirst()))
          }
          bytes += record(row[0].integer ?? 0, value)
        }
        let attribute = stated["\(entity).\(name)"]
        #expect(attribute?.nulls == Int64(rows.count { $0[1] == .null }), "\(entity).\(name)")
        #expect(attribute?.digest == "sha256:" + sha256(bytes).hexadecimalText, "\(entity).\(name)")
      }
    }
  }

  @Test("Links are counted at both ends, and as many as there are")
  func links() throws {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate(version: "Library")
    for (entity, rows) in fixture.expect["rows"]["Library"].members {
      var counts: [String: Int64] = [:]
      for row in rows.members.values {
        for (name, value) in row.members {
          switch value {
          case .list(let keys): counts[name, default: 0] += Int64(keys.count)
          case .null: break
          default: counts[name, default: 0] += 1
          }
        }
      }
      for link in done.report.body.relationships where link.entity == entity {
        #expect(link.read == counts[link.name] ?? 0, "\(entity).\(link.name)")
        #expect(link.connected == link.read)
      }
    }
    #expect(done.report.body.relationships.count == 20)
  }

  @Test(
    "Keys of a report are sorted, its body is the same for the same import, and paths are in neither part")
  func form() throws {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate()
    let object = try JSONSerialization.jsonObject(with: Data(done.text.utf8))
    #expect(Set((object as? [String: Any] ?? [:]).keys) == ["body", "formatVersion", "meta"])
    #expect(done.report.formatVersion == 1)
    #expect(!done.text.contains(fixture.workshop.scratch.path))
    #expect(done.body.contains("\"outcome\": \"migrated\""))
    let severities = done.report.body.findings.map(\.severity)
    #expect(severities == severities.sorted { rank($0) > rank($1) })
    #expect(
      done.report.body.entities.map { $0.source ?? "" }
        == done.report.body.entities.map { $0.source ?? "" }.sorted())
  }

  private func rank(_ severity: String) -> Int { ["note": 0, "warning": 1, "error": 2][severity] ?? -1 }
}
