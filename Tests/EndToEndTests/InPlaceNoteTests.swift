import Testing

/// What a run in place says of small things that went wrong after the result was in place, or that it did not do.
@Suite("In place: notes")
struct InPlaceNoteTests {
  private func place() throws -> InPlace {
    InPlace(try Fixture("library-1"), version: "Library 2")
  }

  @Test("What was replaced cannot be removed: done all the same, and the next run completes it")
  func leftovers() throws {
    let place = try place()
    // The first passages empty what an earlier run may have left.
    let run = try Program.run(
      place.arguments(), environment: ["IMPORT_LEGACY_FAULT": "place.clean:3+:fail:EIO"])
    #expect(run.status == 0)
    #expect(run.output.contains("place.leftovers"))
    #expect(place.scratch.exists(place.importFolder + "/aside"))
    let again = try place.migrate()
    #expect(again.status == 0 && again.has("run.completed") && again.has("run.already-done"))
    #expect(!place.scratch.exists(place.importFolder + "/aside"))
  }

  @Test("An old-id map is not written where nothing is to do")
  func noMap() throws {
    let place = try place()
    #expect(try place.migrate().status == 0)
    let map = place.scratch("map.csv")
    let run = try place.migrate("--id-map", map)
    #expect(run.status == 0 && run.has("run.already-done") && run.has("id-map.not-written"))
    #expect(!place.scratch.exists("map.csv"))
  }
}
