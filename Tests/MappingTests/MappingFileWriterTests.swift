@testable import CoreDataMapping
import CoreDataModel
import Testing

@Suite("Writing mapping files")
struct MappingFileWriterTests {
  @Test("Form and order are always the same, and notes stand in front")
  func form() throws {
    var file = try MappingText.read(MappingFileReaderTests.example)
    file.steps[0].value.entities[0].notes = ["Who made it?"]
    file.steps[0].value.entities[0].value.set[1].key.notes = ["Nothing in Brew 1 says.\nIs this right?", ""]
    file.steps[0].value.drop[1].notes = ["12 rows have a value."]
    file.steps[0].value.merge[0].value.keep.notes = ["Or the first?"]
    let text = MappingFileWriter.text(of: file, header: ["Drafted from Brew 1 and Brew 2."])
    #expect(
      text == """
        # Drafted from Brew 1 and Brew 2.
        version: 1
        steps:
          - from: Brew 1
            to: Brew 2
            entities:
              # Who made it?
              - name: Brew
                from: Brew
                where: rating IS NOT NULL
                set:
                  tastingNotes: coalesce(notes, '')
                  # Nothing in Brew 1 says.
                  # Is this right?
                  #
                  brewingNotes: ''''''
                connect:
                  barista: person
              - name: Contribution
                from: Book
                where: author IS NOT NULL
                set:
                  role: '''primary'''
                connect:
                  book: objectID
                  author: author
            drop:
              - Tag
              # 12 rows have a value.
              - Book.legacyCode
            merge:
              - entity: Person
                by:
                  - email
                # Or the first?
                keep: updatedAt DESC

        """)
    #expect(try MappingText.read(text) == file)
  }

  @Test("Every key is written and read back", arguments: [MappingFileReaderTests.everything])
  func everything(_ text: String) throws {
    let file = try MappingText.read(text)
    let written = MappingFileWriter.text(of: file)
    #expect(try MappingText.read(written) == file)
    for key in MappingLevel.allCases.flatMap(\.keys) where key != "where" && key != "set" {
      #expect(written.contains("\(key):"), "\(key)")
    }
  }

  @Test("Whatever the values are, they are read back", arguments: 0..<100)
  func random(_ seed: Int) throws {
    var random = RandomMappingFile(seed: UInt64(seed))
    let file = random.file()
    let text = MappingFileWriter.text(of: file, header: random.notes())
    #expect(try MappingText.read(text) == file)
    // Written again, without notes, it is the same but for the comments.
    let again = MappingFileWriter.text(of: try MappingText.read(text))
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
    #expect(again.split(separator: "\n") == lines)
  }
}
