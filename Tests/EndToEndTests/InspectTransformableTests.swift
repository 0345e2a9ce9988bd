import Foundation
import SQLite
import Testing

@Suite("Inspecting transformable attributes and Codable values: formats are counted, values are not shown")
struct InspectTransformableTests {
  private func formats(_ found: Inspection) -> [String: [String: Int64]] {
    Dictionary(
      found.json["transformables"].list.map { row in
        (
          "\(row["entity"].string ?? "").\(row["name"].string ?? "")",
          row["formats"].members.compactMapValues(\.integer)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test("Each format, tags of external storage, rows of siblings, and a leaf of a composite")
  func formats() throws {
    let model =
      HandMade.entity("A", #"isAbstract="YES""#)
      + HandMade.entity(
        "B", #"parentEntity="A""#, HandMade.attribute("tree", type: "Transformable"),
        HandMade.attribute("big", #"allowsExternalBinaryDataStorage="YES""#, type: "Transformable"),
        #"<attribute name="spot" optional="YES" attributeType="Composite" composite="Spot"/>"#)
      + HandMade.entity("C", #"parentEntity="A""#, HandMade.attribute("none", type: "Transformable"))
      + "<composite name=\"Spot\">\(HandMade.attribute("tags", type: "Binary"))</composite>"
    let made = try HandMade(
      model, model,
      entities: [.init(1, "A"), .init(2, "B", below: 1), .init(3, "C", below: 1)],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBIG BLOB, ZTREE BLOB, ZNONE BLOB, ZTAGS BLOB );
        INSERT INTO ZA (Z_PK, Z_ENT, ZTREE) VALUES (1, 2, CAST('{"a":"\(Program.canary)"}' AS BLOB)), (2, 2, CAST('[]' AS BLOB)),
          (3, 2, X'00'), (4, 2, NULL), (5, 2, 'text'), (6, 2, CAST('{"a"' AS BLOB)), (7, 3, CAST('[]' AS BLOB)),
          (8, 2, CAST('<plist version="1.0"><array/></plist>' AS BLOB));
        UPDATE ZA SET ZBIG = CAST(X'01' || '[1]' AS BLOB) WHERE Z_PK = 1;
        UPDATE ZA SET ZBIG = CAST(X'02' || 'F0E48F00-67AB-4FB2-AF7B-C72F51A157F9' AS BLOB) WHERE Z_PK = 2;
        UPDATE ZA SET ZTAGS = CAST('["x"]' AS BLOB) WHERE Z_PK IN (1, 2);
        """, isRecognised: true)
    let connection = try Connection(path: made.workshop.input(HandMade.store), mode: .readWrite)
    let list = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: ["red"]), requiringSecureCoding: false)
    _ = try connection.rows("INSERT INTO ZA (Z_PK, Z_ENT, ZTREE) VALUES (9, 2, ?)", [.blob(Array(list))])
    try connection.close()
    let found = try made.workshop.inspect(HandMade.store, ["--model", made.workshop.input(HandMade.model)])
    #expect(found.version["name"] == .text("V1"), "\(found.problems)")
    #expect(
      formats(found) == [
        "B.tree": ["json": 2, "unknown": 2, "unreadable": 1, "property-list": 1, "keyed-archive": 1],
        "B.big": ["json": 1, "external": 1], "B.spot.tags": ["json": 2], "C.none": [:],
      ])
  }

  @Test("A list of strings in an archive, and bytes that are none", .enabled(if: Places.haveCases))
  func fieldCase() throws {
    let field = try FieldCase("C16")
    let found = try field.workshop.inspect(
      "Values.sqlite", ["--model", field.workshop.input("Values.xcdatamodeld")])
    #expect(formats(found).keys.sorted() == ["Value.tags"])
    #expect(formats(found)["Value.tags"]?["keyed-archive"] == 1)
  }

  @Test("Codable values of SwiftData are JSON", .enabled(if: CorpusBundles.isPresent))
  func swiftData() throws {
    let workshop = try Workshop()
    try workshop.bring(
      CorpusBundles.root
        + "/MatthewHunt84__MetaCocktailsSwiftData/swiftdata-preloaded/stores/PreloadedCocktails.store",
      as: "Cocktails.store")
    let found = formats(try workshop.inspect("Cocktails.store"))
    // Counted by Python's own reader of JSON.
    #expect(found["Cocktail.buildOrder.instructions"] == ["json": 140])
    #expect(found["Cocktail.compiledTags.styles"] == ["json": 416])
    let counts: [Int64] = found.values.flatMap(\.values)
    #expect(counts.reduce(0, +) == 2961)
    #expect(found.values.allSatisfy { $0.keys.allSatisfy { $0 == "json" } })
  }
}
