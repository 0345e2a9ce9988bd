import SQLite
import Testing

@Suite("Fixtures: every store to every version")
struct FixturesTests {
  struct Run: CustomTestStringConvertible {
    let store, version: String
    var testDescription: String { "\(store) to \(version)" }
  }

  static let stores = [
    "library-1", "library-2", "library-1-wal/Library", "library-external/Library", "library-broken-links",
  ]
  static let runs = stores.flatMap { store in
    Fixture.versions.filter { store != "library-2" || $0 != "Library" }.map { Run(store: store, version: $0) }
  }

  @Test("There are runs to make")
  func count() { #expect(Self.runs.count == 14) }

  @Test("Values, links, order and counts", arguments: runs)
  func migrate(run: Run) throws {
    let fixture = try Fixture(run.store)
    let consents = fixture.consents(run.version)
    if !consents.isEmpty {
      let blocked = try fixture.migrate(version: run.version)
      #expect(blocked.status == 3)
      #expect(blocked.outcome == "blocked")
      #expect(blocked.report.problems.count == consents.count)
      let asked = blocked.report.body.findings.filter { $0.severity == "error" }
      for (consent, rows) in consents {
        let finding = asked.first { $0.recovery.contains { $0.contains("--allow \(consent)") } }
        #expect(finding?.count == rows, "\(consent)")
      }
    }
    let done = try fixture.migrate(allowing: Array(consents.keys), version: run.version)
    let isBroken = run.store == "library-broken-links"
    #expect(done.status == (isBroken ? 1 : 0))
    #expect(done.outcome == (isBroken ? "migrated-with-findings" : "migrated"))
    #expect(done.report.covered == consents)
    #expect(done.report.body.source.modelVersion == fixture.expect["modelVersion"].string)
    #expect(done.report.body.destination.modelVersion == run.version)
    try fixture.checkRows(run.version)
    try checkAccounts(done.report, fixture, run.version)
    if isBroken { checkBrokenLinks(done.report, fixture) } else { #expect(done.report.problems == []) }
  }

  /// The report's sums close, and agree with the rows that are there.
  private func checkAccounts(_ report: Report, _ fixture: Fixture, _ version: String) throws {
    let rows = fixture.expect["rows"]
    for (entity, keys) in rows[version].members {
      let migrated = report.body.entities.filter { $0.destination == entity }.reduce(0) { $0 + $1.migrated }
      #expect(migrated == Int64(keys.members.count), "\(entity)")
    }
    for entity in report.body.entities {
      #expect(entity.read == entity.migrated + entity.merged + entity.dropped + entity.rejected)
    }
    #expect(report.body.relationships.count >= 15)
    for link in report.body.relationships {
      #expect(
        link.read == link.connected + link.dangling + link.dropped + link.rejected,
        "\(link.entity).\(link.name)")
    }
    #expect(!report.body.attributes.isEmpty)
    #expect(report.body.attributes.allSatisfy { $0.digest.wholeMatch(of: /sha256:[0-9a-f]{64}/) != nil })
  }

  /// Every link that led nowhere is named by its relationship and the row that holds it.
  private func checkBrokenLinks(_ report: Report, _ fixture: Fixture) {
    let dangling = fixture.expect["dangling"].members
    #expect(dangling.count == 6)
    for (relationship, keys) in dangling {
      let names = relationship.split(separator: ".").map(String.init)
      let account = report.relationship(names[0], names[1])
      #expect(account?.dangling == Int64(keys.list.count), "\(relationship)")
      guard keys.list.allSatisfy({ $0.list.isEmpty }) else { continue }
      let finding = report.body.findings.filter {
        $0.severity == "warning" && $0.entity == names[0] && $0.property == names[1]
          && $0.id.hasPrefix("source.")
      }
      #expect(
        finding.flatMap(\.oldKeys).sorted() == keys.list.compactMap(\.integer).sorted(), "\(relationship)")
    }
    let joinRows = report.findings("source.dangling-join-row")
    #expect(joinRows.reduce(0) { $0 + $1.count } == 3)
    #expect(report.findings("source.orphan-rows", "Note").map(\.oldKeys) == [[20]])
    #expect(report.findings("source.orphan-rows").map(\.severity) == ["note"])
    #expect(report.findings("source.order-missing").map(\.severity) == ["note"])
    #expect(report.findings("source.order-repeated").map(\.severity) == ["note"])
  }
}
