import Foundation
import Testing

@Suite("Fixtures: entities that come to share a table")
struct FixturesShiftTests {
  /// Version 1 of the model, with three entities that had tables of their own below one new parent.
  private func moved(_ fixture: Fixture) throws {
    var text = try fixture.workshop.scratch.text("in/Library.xcdatamodeld/Library.xcdatamodel/contents")
    for entity in ["Profile", "Setting", "Shelf"] {
      let head = "<entity name=\"\(entity)\""
      #expect(text.contains(head))
      text = text.replacingOccurrences(of: head, with: head + " parentEntity=\"Thing\"")
    }
    let remark = "<attribute name=\"remark\" optional=\"YES\" attributeType=\"String\"/>"
    text = text.replacingOccurrences(
      of: "</model>", with: "<entity name=\"Thing\" isAbstract=\"YES\">\(remark)</entity></model>")
    try fixture.workshop.scratch.write(text, to: "in/Moved.xcdatamodel/contents")
  }

  /// (entity, old key) → new key, from the map file; checks the URIs on the way.
  private func keys(_ fixture: Fixture) throws -> [String: [String: String]] {
    var keys: [String: [String: String]] = [:]
    for line in try fixture.workshop.scratch.text("said/map.csv").split(separator: "\n").dropFirst() {
      let parts = line.split(separator: ",").map { $0.split(separator: "/") }
      #expect(parts[0][2] == parts[1][2], "an entity keeps its name here")
      keys[String(parts[0][2]), default: [:]][String(parts[0][3].dropFirst())] = String(
        parts[1][3].dropFirst())
    }
    return keys
  }

  @Test(
    "Keys move so that none is taken twice, and every link follows",
    arguments: ["library-1", "library-broken-links"])
  func shift(store: String) throws {
    let fixture = try Fixture(store)
    try moved(fixture)
    let options = fixture.consents("Library").keys.sorted().flatMap { ["--allow", $0] }
    let done = try fixture.workshop.migrate(
      fixture.store, "Moved.xcdatamodel",
      options: options + [
        "--source-model", fixture.workshop.input(Fixture.model), "--id-map",
        fixture.workshop.scratch("said/map.csv"),
      ])
    #expect(done.status == (store == "library-1" ? 0 : 1))

    // Digests go by the original's keys: they do not see that keys moved.
    let plain = try fixture.migrate(
      allowing: Array(fixture.consents("Library").keys), version: "Library", to: "Plain.sqlite")
    let digests = Dictionary(
      uniqueKeysWithValues: done.report.body.attributes.map { ("\($0.entity).\($0.name)", $0.digest) })
    #expect(plain.report.body.attributes.count >= 30)
    for attribute in plain.report.body.attributes {
      #expect(
        digests["\(attribute.entity).\(attribute.name)"] == attribute.digest,
        "\(attribute.entity).\(attribute.name)")
    }

    let keys = try keys(fixture)
    let together = ["Profile", "Setting", "Shelf"].flatMap { keys[$0].map { Array($0.values) } ?? [] }
    #expect(together.count == 10)
    #expect(Set(together).count == together.count, "each key once in the common table")
    let rows = try LibraryStore(path: fixture.workshop.output(), entities: LibraryStore.moved).rows()
    let expected = translated(fixture.expect["rows"]["Library"], by: keys)
    #expect(expected.members.count == 8)
    for (entity, objects) in expected.members {
      #expect(rows[entity].members.keys.sorted() == objects.members.keys.sorted(), "\(entity)")
      for (key, object) in objects.members {
        for (name, value) in object.members {
          #expect(rows[entity][key][name].matches(value), "\(entity) \(key) \(name)")
        }
      }
    }
    let highest = together.compactMap { Int64($0) }.max()
    let counter = try fixture.workshop.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'")[0][0]
      .integer
    #expect((counter ?? 0) >= (highest ?? .max))
  }

  /// The rows of version 1 with new keys for the three entities and for links to them.
  private func translated(_ rows: JSON, by keys: [String: [String: String]]) -> JSON {
    let links = ["Author.profile": "Profile", "Book.shelves": "Shelf"]
    func new(_ key: JSON, _ entity: String) -> JSON {
      key.integer.flatMap { keys[entity]?[String($0)] }.flatMap { Int64($0) }.map { .integer($0) } ?? key
    }
    var result: [String: JSON] = [:]
    for (entity, objects) in rows.members {
      var renamed: [String: JSON] = [:]
      for (key, object) in objects.members {
        var members = object.members
        for (name, value) in members {
          guard let target = links["\(entity).\(name)"] else { continue }
          if case .list(let values) = value {
            members[name] = .list(
              values.map { new($0, target) }.sorted { ($0.integer ?? 0) < ($1.integer ?? 0) })
          } else {
            members[name] = new(value, target)
          }
        }
        renamed[keys[entity]?[key] ?? "no key for \(key)"] = .object(members)
      }
      result[entity] = .object(renamed)
    }
    return .object(result)
  }
}
