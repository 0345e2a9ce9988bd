import Foundation
import Testing

/// A store of the Library app in a workshop of its own, and what must come of it.
struct Fixture {
  let workshop: Workshop
  let expect: JSON
  let store: String
  static let model = "Library.xcdatamodeld"
  static let versions = ["Library", "Library 2", "Library 3"]

  /// - Parameter name: as in the fixtures' folder, without `.sqlite`.
  init(_ name: String, hasExpectation: Bool = true) throws {
    workshop = try Workshop()
    let folder = (name as NSString).deletingLastPathComponent
    if folder.isEmpty {
      try workshop.bring(Places.fixtures + "/\(name).sqlite", as: "\(name).sqlite")
      store = "\(name).sqlite"
    } else {
      try workshop.bring(Places.fixtures + "/" + folder, as: folder)
      store = "\(name).sqlite"
    }
    try workshop.bring(Places.fixtures + "/" + Self.model, as: Self.model)
    let text = URL(fileURLWithPath: Places.fixtures + "/\(name).expect.json")
    expect = hasExpectation ? try JSONDecoder().decode(JSON.self, from: Data(contentsOf: text)) : .null
  }

  /// Consent → rows it covers, for a run to a version.
  func consents(_ version: String) -> [String: Int64] {
    expect["needsConsent"][version].members.compactMapValues(\.integer)
  }

  @discardableResult
  func migrate(
    _ options: String..., version: String = "Library 2", to output: String = "New.sqlite",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Workshop.Import {
    try workshop.migrate(
      store, Self.model, options: ["--model-version", version] + options, to: output,
      sourceLocation: sourceLocation)
  }

  @discardableResult
  func migrate(
    allowing consents: [String], version: String, to output: String = "New.sqlite",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Workshop.Import {
    try workshop.migrate(
      store, Self.model,
      options: ["--model-version", version] + consents.sorted().flatMap { ["--allow", $0] },
      to: output, sourceLocation: sourceLocation)
  }

  /// Compares every row, value and link of OUTPUT with what must be there.
  func checkRows(
    _ version: String, in output: String = "New.sqlite", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try LibraryStore(path: workshop.output(output), version: version).rows()
    let expected = expect["rows"][version]
    #expect(expected.members.count >= 8, sourceLocation: sourceLocation)
    #expect(found.members.keys.sorted() == expected.members.keys.sorted(), sourceLocation: sourceLocation)
    for (entity, rows) in expected.members {
      #expect(
        found[entity].members.keys.sorted() == rows.members.keys.sorted(), "\(entity)",
        sourceLocation: sourceLocation)
      for (key, row) in rows.members {
        let properties = found[entity][key].members
        #expect(
          properties.keys.sorted() == row.members.keys.sorted(), "\(entity) \(key)",
          sourceLocation: sourceLocation)
        for (name, value) in row.members where !(properties[name] ?? .flag(false)).matches(value) {
          Issue.record(
            "\(entity) \(key) \(name): \(properties[name] ?? .null), not \(value)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }
}
