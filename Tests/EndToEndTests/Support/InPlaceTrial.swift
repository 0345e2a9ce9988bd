import Foundation
import Testing

/// A store in place that is put back to its beginning again and again, to be run with one fault after the other.
struct InPlaceTrial {
  let fixture: Fixture
  let place: InPlace
  /// Every file as it was given.
  let given: [String: String]
  /// The finished store.
  let finished: String

  /// - Parameter name: of a fixture.
  init(_ name: String = "library-1-wal/Library") throws {
    fixture = try Fixture(name)
    place = InPlace(fixture)
    given = try place.files()
    try place.scratch.copy(place.scratch("in"), to: "given")
    let first = try place.migrate()
    #expect(first.status == 0, "\(first.run.error)")
    finished = try #require(place.files()[place.store])
    #expect(finished != given[place.store])
    try reset()
  }

  /// Everything as it was given, and no import folder.
  func reset() throws {
    try place.scratch.remove("in")
    try place.scratch.copy(place.scratch("given"), to: "in")
  }

  /// A run without faults makes the result and leaves nothing else.
  func checkRerun(_ subject: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let again = try place.migrate(sourceLocation: sourceLocation)
    #expect(again.status == 0, "after \(subject): \(again.run.error)", sourceLocation: sourceLocation)
    try checkFinished(subject, sourceLocation: sourceLocation)
  }

  func checkFinished(_ subject: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var expected = given.filter { !$0.key.hasPrefix(place.store + "-") }
    expected[place.store] = finished
    #expect(try place.files() == expected, "\(subject)", sourceLocation: sourceLocation)
    let folders = try Set(place.kept().keys.map { String($0.prefix { $0 != "/" }) })
    // A run that was killed has no report.
    #expect(
      folders.subtracting(["reports"]) == ["lock", "journal.json", "copies"], "\(subject)",
      sourceLocation: sourceLocation)
    #expect(try place.copies() == [1], "\(subject)", sourceLocation: sourceLocation)
    #expect(try place.copied(1) == copied, "\(subject)", sourceLocation: sourceLocation)
  }

  /// What the safety copy of the given files must hold.
  var copied: [String: String] {
    let home = (place.store as NSString).deletingLastPathComponent
    let prefix = home.isEmpty ? "" : home + "/"
    let own = given.filter { name, digest in
      digest != "folder"
        && (name.hasPrefix(place.store) || name.contains("_SUPPORT/_EXTERNAL_DATA/"))
    }
    return Dictionary(uniqueKeysWithValues: own.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
  }
}
