import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Things in the folder of external data, under a name that a row refers to, that are no files of the store's.
@Suite("Hostile external data")
struct HostileExternalTests {
  private static let name = "F0E48F00-67AB-4FB2-AF7B-C72F51A157F9"
  private static let folder = "in/.Store_SUPPORT/_EXTERNAL_DATA"
  private static let external = #"allowsExternalBinaryDataStorage="YES""#
  private static let secret = "of somebody else"

  private func store(_ target: String, plant: (Scratch, String) throws -> Void) throws -> HandMade {
    let made = try HandMade(
      HandMade.entity("A", "", HandMade.attribute("b", Self.external, type: "Binary")),
      HandMade.entity("A", "", HandMade.attribute("b", target, type: "Binary")), entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZB BLOB );
        INSERT INTO ZA VALUES (1, 1, 1, CAST(X'02' || '\(Self.name)' || X'00' AS BLOB));
        """)
    try made.workshop.scratch.makeFolder(Self.folder)
    try plant(made.workshop.scratch, "\(Self.folder)/\(Self.name)")
    return made
  }

  struct Plant: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Scratch, String) throws -> Void
  }

  static let plants = [
    Plant(testDescription: "a link to a file elsewhere") { scratch, place in
      try scratch.write(secret, to: "said/secret")
      try #require(symlink(scratch("said/secret"), scratch(place)) == 0)
    },
    Plant(testDescription: "a link to the store") { scratch, place in
      try #require(symlink("../../Store.sqlite", scratch(place)) == 0)
    },
    Plant(testDescription: "a link to a device without end") { scratch, place in
      try #require(symlink("/dev/zero", scratch(place)) == 0)
    },
    Plant(testDescription: "a link to itself") { scratch, place in
      try #require(symlink(name, scratch(place)) == 0)
    },
    Plant(testDescription: "a pipe") { scratch, place in try #require(mkfifo(scratch(place), 0o600) == 0) },
  ]

  @Test(
    "Where the value moves into the row it is missing, and nothing else is read for it", arguments: plants)
  func inlined(plant: Plant) throws {
    let made = try store("", plant: plant.make)
    let blocked = try Program.run(made.arguments())
    #expect(blocked.status == 3, "\(blocked.status ?? -1) \(blocked.error)")
    #expect(blocked.output.contains("--allow lossy:A.b"))
    let done = try Program.run(made.arguments("--allow", "lossy:A.b"))
    #expect(done.status == 0 || done.status == 1, "\(done.status ?? -1) \(done.error)")
    #expect(try made.workshop.rows("SELECT ZB FROM ZA") == [[.null]])
  }

  @Test("Where it stays in a file nothing comes along, and the reference is told", arguments: plants)
  func kept(plant: Plant) throws {
    let made = try store(Self.external, plant: plant.make)
    let done = try Program.run(made.arguments())
    #expect(done.status == 1, "\(done.status ?? -1) \(done.error)")
    #expect(try made.workshop.scratch.contents("out") == ["New.sqlite"])
    #expect(!done.output.contains(Self.secret))
  }
}
