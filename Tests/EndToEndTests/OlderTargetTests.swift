import CoreDataModel
import Testing

/// A store is never taken back to an earlier version of its model.
@Suite("Older targets")
struct OlderTargetTests {
  @Test("Refused with status 3, whatever is allowed; in place nothing changes", arguments: [true, false])
  func refused(inPlace: Bool) throws {
    let fixture = try Fixture("library-2")
    let before = try fixture.workshop.scratch.digests("in")
    let place = InPlace(fixture, version: "Library")
    if inPlace {
      let run = try place.migrate("--allow", "drop:Setting")
      #expect(run.status == 3 && run.has("plan.target-older") && run.has("run.original-proven"))
      #expect(try place.files() == before)
    } else {
      let run = try fixture.migrate(version: "Library")
      #expect(run.status == 3)
      #expect(run.report.problems == ["error plan.target-older  []"])
      #expect(try fixture.workshop.scratch.digests("in") == before)
    }
  }

  @Test(
    "Only names that differ by the number at the end have an order",
    arguments: [
      ("App", "App 2", true), ("App 2", "App 10", true), ("App 2", "App", false), ("App", "App", false),
      ("zm2.9.0", "zm2.80.0", true), ("zm2.80.0", "zm2.9.0", false), ("App_v2", "App_v3", true),
      ("New", "Old", false), ("Old", "New", false), ("App 2", "Apps 3", false),
      ("App 2 beta", "App 3", false),
      ("Mo 1", "Mo 1.0", false), ("Mo 1.0", "Mo 1", false), ("Mo 2", "Mov 3", false),
      ("App v2", "App v3", true),
      ("v2", "v3", true), ("2", "3", true), ("App 1", "App", false), ("App", "App 1", false), ("", "2", true),
    ])
  func order(_ one: String, _ other: String, _ isEarlier: Bool) {
    #expect(VersionOrder.isEarlier(one, than: other) == isEarlier)
    if isEarlier { #expect(!VersionOrder.isEarlier(other, than: one)) }
  }
}
