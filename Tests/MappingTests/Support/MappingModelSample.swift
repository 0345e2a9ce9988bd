import CoreDataModel

@testable import CoreDataMapping

/// Two versions of a made-up model for mapping models.
struct MappingModelSample {
  let source: ManagedObjectModel
  let destination: ManagedObjectModel

  init() throws {
    source = try MappingModels.model(
      """
      <entity name="Book">
        <attribute name="title" attributeType="String"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="sold" attributeType="Boolean"/>
        <attribute name="printed" optional="YES" attributeType="Date"/>
        <attribute name="cover" optional="YES" attributeType="Binary"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Person" inverseName="books" inverseEntity="Person"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
      </entity>
      <entity name="Person">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Person" inverseName="team" inverseEntity="Person"/>
        <relationship name="team" optional="YES" toMany="YES" destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
      </entity>
      <entity name="Tag">
        <attribute name="word" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
      </entity>
      <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
      """, named: "Old")
    destination = try MappingModels.model(
      """
      <entity name="Book">
        <attribute name="title" attributeType="String"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="7"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="sold" attributeType="Boolean"/>
        <attribute name="printed" optional="YES" attributeType="Date"/>
        <attribute name="cover" optional="YES" attributeType="Binary"/>
        <attribute name="remark" optional="YES" attributeType="String" elementID="note"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Person" inverseName="books" inverseEntity="Person"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
        <relationship name="editor" optional="YES" maxCount="1" destinationEntity="Person"/>
      </entity>
      <entity name="Cover">
        <attribute name="image" optional="YES" attributeType="Binary"/>
        <attribute name="size" optional="YES" attributeType="Double" defaultValueString="1.5"/>
        <relationship name="book" optional="YES" maxCount="1" destinationEntity="Book"/>
      </entity>
      <entity name="Person">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Person" inverseName="team" inverseEntity="Person"/>
        <relationship name="team" optional="YES" toMany="YES" destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
      </entity>
      <entity name="Tag">
        <attribute name="word" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
      </entity>
      <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
      """, named: "New")
  }

  /// All that is the same in both versions, as the editor has it, apart from these.
  static func rest(without names: [String] = []) -> [MappingModelText.Entity] {
    let person = MappingModelText.Entity("Person", "Person").with(
      [.init("name")], [.links("books"), .links("boss"), .links("team")])
    let tag = MappingModelText.Entity("Tag", "Tag").with([.init("word")], [.links("books")])
    return [book(), person, tag].filter { !names.contains($0.destination ?? "") }
  }

  /// Books as the editor has them, with these instead of its own.
  static func book(
    _ attributes: [MappingModelText.Property] = [], _ relationships: [MappingModelText.Property] = [],
    _ fields: [String: String] = [:]
  ) -> MappingModelText.Entity {
    let note = MappingModelText.Property("remark", .keyPath(of: .source, "note"))
    let own =
      ["title", "pages", "weight", "sold", "printed", "cover", "place"].map { MappingModelText.Property($0) }
      + [note]
    let links = [MappingModelText.Property.links("author"), .links("tags"), .links("editor")]
    return MappingModelText.Entity("Book", "Book", fields).with(
      own.filter { one in !attributes.contains { $0.name == one.name } } + attributes,
      links.filter { one in !relationships.contains { $0.name == one.name } } + relationships)
  }

  func translate(_ entities: [MappingModelText.Entity]) throws -> MappingModelTranslation {
    MappingModelTranslator.translate(
      try MappingModelText.read(entities), from: source, to: destination)
  }

  /// The translation as a mapping file, without the lines that are always there.
  static func lines(_ step: MappingStep) -> [String] {
    var step = step
    step.from = nil
    step.to = nil
    guard !step.entities.isEmpty else { return [] }
    return MappingFileWriter.text(of: MappingFile(steps: [Located(step)])).split(separator: "\n").dropFirst(3)
      .map { String($0.dropFirst(6)) }
  }
}
