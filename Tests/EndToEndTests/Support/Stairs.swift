import Foundation
import SQLite
import Testing

/// A store of `V1` and a bundle of the versions `V1`, `V2`, …, of which the last is the current one.
struct Stairs {
  static let row = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
  let made: HandMade
  let count: Int

  var workshop: Workshop { made.workshop }

  init(_ versions: [String], entities: [HandMade.Entity], schema: String) throws {
    made = try HandMade(versions[0], versions[1], entities: entities, schema: schema, isRecognised: true)
    count = versions.count
    for (index, text) in versions.enumerated().dropFirst(2) {
      try workshop.scratch.write(
        HandMade.contents(text), to: "in/\(HandMade.model)/V\(index + 1).xcdatamodel/contents")
    }
    let current = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "V\(count).xcdatamodel"], format: .xml, options: 0)
    try workshop.scratch.write(Array(current), to: "in/\(HandMade.model)/.xccurrentversion")
  }

  /// The versions between the first and the last.
  var all: String { (2..<count).map { "V\($0)" }.joined(separator: ",") }

  @discardableResult
  func migrate(
    _ options: String..., store: String = HandMade.store, to output: String = "New.sqlite"
  ) throws -> Workshop.Import {
    try workshop.migrate(store, HandMade.model, options: options, to: output)
  }

  /// Makes a store of another version of this one, as `in/VERSION.sqlite`.
  func bring(_ version: String) throws -> String {
    let name = "\(version).sqlite"
    _ = try migrate("--model-version", version, to: name)
    try workshop.scratch.copy(workshop.output(name), to: "in/" + name)
    try workshop.scratch.remove("out/" + name)
    return name
  }
}
