import SQLite
import Testing

/// A model that asks for a spatial index which the store's version did not have.
@Suite("Made by hand: spatial indexes")
struct HandMadeSpatialTests {
  static let doubles =
    HandMade.attribute("latitude", type: "Double") + HandMade.attribute("longitude", type: "Double")

  static func place(_ components: String) -> String {
    #"<attribute name="bounds" optional="YES" transient="YES"><userInfo>"#
      + #"<entry key="_NSLocationAttributeDerivedComponents" value="\#(components)"/><entry key="k" value="v"/>"#
      + "</userInfo></attribute>"
  }

  static func made(_ components: String) throws -> HandMade {
    try HandMade(
      HandMade.entity("Spot", "", doubles), HandMade.entity("Spot", "", doubles, place(components)),
      entities: [.init(1, "Spot")],
      schema: """
        CREATE TABLE ZSPOT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT );
        INSERT INTO ZSPOT VALUES (1, 1, 1, 48.25, 16.5), (4, 1, 1, NULL, NULL);
        """)
  }

  @Test("It is made and filled, and kept by triggers where the store is of that age")
  func added() throws {
    let made = try Self.made(" latitude , longitude")
    let done = try made.migrate()
    #expect(done.status == 0 && done.report.problems == [])
    #expect(
      try made.workshop.rows("SELECT * FROM Z_RT_Spot_bounds ORDER BY Z_PK") == [
        [.integer(1), .real(48.25), .real(48.25), .real(16.5), .real(16.5)],
        [.integer(4), .real(0), .real(0), .real(0), .real(0)],
      ])
    #expect(
      try made.workshop.texts("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
        == ["INSERT", "UPDATE", "DELETE"].map { "Z_RT_Spot_bounds_\($0)" })
    #expect(!done.report.has("destination.index-omitted"))
  }

  @Test("One of a form that is not known is not made, and told")
  func omitted() throws {
    let made = try Self.made("latitude")
    let done = try made.migrate()
    #expect(done.status == 0)
    #expect(done.report.findings("destination.index-omitted").map(\.property) == ["bounds"])
    #expect(try made.workshop.texts("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Z_RT%'") == ["0"])
  }

  @Test("An attribute that triggers count in is not to be had without the source's")
  func counting() throws {
    let made = try HandMade(
      HandMade.entity("Spot", "", Self.doubles),
      HandMade.entity(
        "Spot", "", Self.doubles,
        #"<attribute name="seen" optional="YES" attributeType="Integer 16"><userInfo>"#
          + #"<entry key="NSTriggerKey" value="(spot.latitude == 0)"/></userInfo></attribute>"#),
      entities: [.init(1, "Spot")],
      schema:
        "CREATE TABLE ZSPOT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT );"
    )
    let done = try made.migrate()
    #expect(done.status == 3)
    #expect(done.report.problems == ["error plan.derived-unsupported Spot.seen []"])
  }
}
