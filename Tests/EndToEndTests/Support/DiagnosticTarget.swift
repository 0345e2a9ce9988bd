import Foundation
import Testing

/// Version 1 of the Library model, changed in few words, as the version to go to.
extension Fixture {
  static let changedModel = "Changed.xcdatamodel"

  /// An attribute of each entity, to put new things after.
  static let lastAttribute = [
    "Author": #"<attribute name="uuid" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>"#,
    "Book": #"<attribute name="summary" optional="YES" attributeType="String"/>"#,
  ]

  /// Writes `in/Changed.xcdatamodel`; each text must stand in the model, and once.
  func changeModel(_ edits: [(old: String, new: String)], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    var text = try workshop.scratch.text("in/\(Self.model)/Library.xcdatamodel/contents")
    for (old, new) in edits {
      #expect(text.ranges(of: old).count == 1, "\(old)", sourceLocation: sourceLocation)
      text = text.replacingOccurrences(of: old, with: new)
    }
    try workshop.scratch.write(text, to: "in/\(Self.changedModel)/contents")
  }

  /// Puts elements into an entity.
  func changeModel(adding elements: String, to entity: String) throws {
    let place = Self.lastAttribute[entity] ?? entity
    try changeModel([(place, place + elements)])
  }

  /// Goes from version 1 to the changed one. The source is named, because not every change alters a hash.
  @discardableResult
  func migrateToChanged(
    _ options: String..., to output: String = "New.sqlite", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Workshop.Import {
    try workshop.migrate(
      store, Self.changedModel,
      options: ["--source-model", workshop.input(Self.model), "--source-version", "Library"] + options,
      to: output,
      sourceLocation: sourceLocation)
  }

  /// The words of one import, for runs that a workshop does not judge.
  func arguments(_ options: String..., version: String = "Library 2", to output: String? = nil) -> [String] {
    [
      workshop.input(store), "--model", workshop.input(Self.model), "--model-version", version, "--output",
      output ?? workshop.output(), "--json",
    ] + options
  }
}
