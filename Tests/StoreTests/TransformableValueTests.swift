import CoreDataStore
import Foundation
import PropertyLists
import Testing

/// Archives made by Foundation's own archiver, and by hand where it makes none.
@Suite struct TransformableValueTests {
  /// A class of an app: it is named in the archive, and must not be made from it.
  private static func objects(_ list: [String: Any], binary: Bool = true) throws -> [UInt8] {
    try Array(
      PropertyListSerialization.data(fromPropertyList: list, format: binary ? .binary : .xml, options: 0))
  }

  /// An archive as XML text: references have no other form that Foundation writes.
  private static func archive(_ objects: String, root: Int = 1) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key>\(uid(root))</dict>
      <key>$objects</key><array><string>$null</string>\(objects)</array></dict></plist>
      """.utf8)
  }

  private static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  @Test func foundationsArchive() throws {
    let id = try #require(UUID(uuidString: "C4637490-BD7F-4428-B093-63A1720E17D2"))
    let object: NSDictionary = [
      "list": NSArray(array: ["red", "blå", 7, 2.5]), "when": NSDate(timeIntervalSinceReferenceDate: 86400.5),
      "bytes": NSData(data: Data([0, 1, 255])), "id": id as NSUUID,
    ]
    let bytes = try Array(NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false))
    guard case .keyedArchive(.dictionary(let entries)) = TransformableValue(bytes) else {
      Issue.record("not read")
      return
    }
    func value(_ key: String) -> ValueTree? { entries.first { $0.key == .string(key) }?.value }
    #expect(entries.count == 4)
    #expect(value("list") == .array([.string("red"), .string("blå"), .integer(7), .real(2.5)]))
    #expect(value("when") == .date(86400.5))
    #expect(value("bytes") == .data([0, 1, 255]))
    let raw = withUnsafeBytes(of: id.uuid) { Array($0) }
    #expect(value("id") == .uuid(raw))
  }

  @Test func classOfAnApp() {
    let bytes = Self.archive(
      """
      <dict><key>$class</key>\(Self.uid(3))<key>red</key><real>0.5</real><key>name</key>\(Self.uid(2))
      <key>none</key>\(Self.uid(0))</dict>
      <string>blå</string>
      <dict><key>$classname</key><string>App.Color</string><key>$classes</key><array><string>App.Color</string>
      <string>NSObject</string></array></dict>
      """)
    #expect(
      TransformableValue(bytes)
        == .keyedArchive(
          .object(
            className: "App.Color",
            fields: [
              .init(.string("red"), .real(0.5)), .init(.string("name"), .string("blå")),
              .init(.string("none"), .null),
            ])))
  }

  @Test func hostileArchives() {
    let array = "<dict><key>$classname</key><string>NSArray</string></dict>"
    func node(_ children: [Int], cls: Int) -> String {
      "<dict><key>$class</key>\(Self.uid(cls))<key>NS.objects</key><array>\(children.map(Self.uid).joined())</array></dict>"
    }
    // Contains itself.
    #expect(TransformableValue(Self.archive(node([1], cls: 2) + array)) == .unreadable)
    #expect(TransformableValue(Self.archive(node([2], cls: 3) + node([1], cls: 3) + array)) == .unreadable)
    // Leads nowhere.
    #expect(TransformableValue(Self.archive(node([99], cls: 2) + array)) == .unreadable)
    // Thirty objects that unfold to a milliard.
    let bomb = (1...30).map { node([$0 + 1, $0 + 1], cls: 32) }.joined() + node([], cls: 32) + array
    #expect(TransformableValue(Self.archive(bomb)) == .unreadable)
    // A chain deeper than the limit.
    let chain = (1...300).map { node([$0 + 1], cls: 302) }.joined() + node([], cls: 302) + array
    #expect(TransformableValue(Self.archive(chain)) == .unreadable)
    // An object that is its own class has no name.
    #expect(
      TransformableValue(Self.archive("<dict><key>$class</key>\(Self.uid(1))</dict>"))
        == .keyedArchive(.dictionary([])))
  }

  @Test func propertyLists() throws {
    let list: [String: Any] = ["a": [1, "x"], "b": true]
    let tree = ValueTree.dictionary([
      .init(.string("a"), .array([.integer(1), .string("x")])), .init(.string("b"), .boolean(true)),
    ])
    for isBinary in [true, false] {
      guard
        case .propertyList(.dictionary(let entries)) = try TransformableValue(
          Self.objects(list, binary: isBinary))
      else {
        Issue.record("not read")
        continue
      }
      // Foundation gives no order.
      let sorted = entries.sorted { "\($0.key)" < "\($1.key)" }
      #expect(ValueTree.dictionary(sorted) == tree)
      let bytes = try Self.objects(list, binary: isBinary)
      #expect(TransformableValue(Array(bytes.dropLast(9))) == .unreadable)
    }
  }

  @Test func json() {
    let bytes = Array(#"[{"name":"Rum","of":{"_0":1}},null,1.5]"#.utf8)
    #expect(
      TransformableValue(bytes)
        == .json(
          .array([
            .dictionary([
              .init(.string("name"), .string("Rum")),
              .init(.string("of"), .dictionary([.init(.string("_0"), .integer(1))])),
            ]), .null, .real(1.5),
          ])))
    #expect(TransformableValue(Array("{\"a\":".utf8)) == .unreadable)
    #expect(TransformableValue(Array(String(repeating: "[", count: 100_000).utf8)) == .unreadable)
    let many = "[" + String(repeating: "0,", count: 1_000_001) + "0]"
    #expect(TransformableValue(Array(many.utf8)) == .unreadable)
  }

  @Test(
    arguments: [
      [], [0], Array("text".utf8), Array("true".utf8), Array("12".utf8), Array("\"x\"".utf8), [1, 2, 3],
      Array("<html><body/></html>".utf8), Array("<".utf8), [0x04, 0x0b] + Array("streamtyped".utf8),
      [0xef, 0xbb, 0xbf], Array("bplist".utf8), Array("BPLIST00".utf8),
    ] as [[UInt8]])
  func unknown(bytes: [UInt8]) {
    #expect(TransformableValue(bytes) == .unknown)
    #expect(TransformableValue(bytes).tree == nil)
  }

  @Test func damagedAtRandom() throws {
    let object: NSDictionary = ["list": NSArray(array: ["red", "blue"]), "when": NSDate()]
    let bytes = try Array(NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false))
    var counts = [0, 0]
    for seed in 0..<2000 {
      var changed = bytes
      for step in 0..<(1 + seed % 4) {
        changed[(seed &* 7919 &+ step &* 104_729) % changed.count] = UInt8(
          truncatingIfNeeded: seed &* 31 &+ step)
      }
      counts[TransformableValue(changed).tree == nil ? 0 : 1] += 1
    }
    #expect(counts[0] > 100 && counts[1] > 100)
  }
}
