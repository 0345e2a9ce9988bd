import CoreDataModel
import Diagnostics
import Testing

@testable import CoreDataMapping

@Suite("Mapping models of real apps", .enabled(if: CorpusMappingModel.isPresent))
struct MappingModelCorpusTests {
  private static let moody = "objcio__core-data/Moody-1-to-5/"
  private static let book = "objcio__issue-4-core-data-migration/BookMigration/"
  private static let notes = "kodecocodes__cdt-materials/UnCloudNotes-models-only/"
  private static let wire = "wireapp__wire-ios-data-model/zmessaging/"
  private static let server = "richardpiazza__XCServerCoreData/empty-1.2.0-2.0.0/"
  private static let manager = "ebf__CTDataStoreManager/migration-v1/"
  private static let posts = "wibosco__CoreDataMigration-Example/progressive/"
  private static let cars = "alemar11__CoreDataPlus/SampleModel/"
  private static let recipes = "fruitsamples__MigrationV2/models-only/"

  static let all: [CorpusMappingModel] =
    [
      (moody, "Moody 2-Moody 3.xcmappingmodel", "Moody", []),
      (moody, "Moody 3-Moody 4.xcmappingmodel", "Moody", []),
      (moody, "Moody 4-Moody 5.xcmappingmodel", "Moody", []),
      (
        moody, "Moody 5-Moody 6.xcmappingmodel", "Moody",
        [
          "policyClass CountryToCountry: Country Migrations.Country5ToCountry6Policy"
        ]
      ),
      (
        book, "Model1_to_Model2.xcmappingmodel", "Model",
        [
          "policyClass BookToBook: Book MHWBookToBookPolicy"
        ]
      ),
      (
        book, "Model2_to_Model3.xcmappingmodel", "Model",
        [
          "policyClass BookToBook: Book MHWBookToBookPolicy"
        ]
      ),
      (book, "Model2_to_Model3_User.xcmappingmodel", "Model", []),
      (notes, "UnCloudNotesMappingModel_v2_to_v3.xcmappingmodel", "UnCloudNotesDataModel", []),
      (
        notes, "UnCloudNotesMappingModel_v3_to_v4.xcmappingmodel", "UnCloudNotesDataModel",
        [
          "unknownExpression NoteToNote: Note.attachments a mapping without a key path",
          "policyClass AttachmentToImageAttachment: ImageAttachment UnCloudNotes.AttachmentToImageAttachmentMigrationPolicyV3toV4",
        ]
      ),
      (
        server, "MappingModel1.2.0to2.0.0.xcmappingmodel", "XCServerCoreData",
        [
          "policyClass IntegrationToIntegration: Integration XCServerCoreData.IntegrationStringToDateMigrationPolicy",
          "unknownExpression IntegrationToIntegration: Integration.endedTime $source.endedTime, whose type is another",
          "unknownExpression IntegrationToIntegration: Integration.queuedDate $source.queuedDate, whose type is another",
          "unknownExpression IntegrationToIntegration: Integration.startedTime $source.startedTime, whose type is another",
        ]
      ),
      (manager, "TestMigrationStore_1_2.xcmappingmodel", "TestMigrationStore", []),
      (manager, "TestMigrationStore_2_3.xcmappingmodel", "TestMigrationStore", []),
      (posts, "Migration1to2.xcmappingmodel", "CoreDataMigration_Example", []),
      (
        posts, "Migration2to3.xcmappingmodel", "CoreDataMigration_Example",
        [
          "policyClass PostToPost: Post CoreDataMigration_Example.Post2ToPost3MigrationPolicy"
        ]
      ),
      (
        cars, "V2toV3.xcmappingmodel", "SampleModel",
        [
          "policyClass CarToCar: Car REPLACE_AT_RUNTIME.V2to3MakerPolicy",
          "policyClass LuxuryCarToLuxuryCar: LuxuryCar REPLACE_AT_RUNTIME.V2to3MakerPolicy",
          "policyClass SportCarToSportCar: SportCar REPLACE_AT_RUNTIME.V2to3MakerPolicy",
        ]
      ),
      (
        cars, "V2toV3.cdm", "SampleModel",
        [
          "policyClass CarToCar: Car REPLACE_AT_RUNTIME.V2to3MakerPolicy",
          "policyClass LuxuryCarToLuxuryCar: LuxuryCar REPLACE_AT_RUNTIME.V2to3MakerPolicy",
          "policyClass SportCarToSportCar: SportCar REPLACE_AT_RUNTIME.V2to3MakerPolicy",
        ]
      ),
      (
        recipes, "MappingModel.xcmappingmodel", "Migration",
        [
          "unknownExpression RecipeToRecipe: Recipe.directions $source.directions, whose type is another",
          "policyClass RecipeToCuisine: Cuisine CuisineMigrationPolicy",
          "customFunction ChefToChef: Chef.firstName FUNCTION(MigrationFunctions, getFirstName:, $source.name)",
          "customFunction ChefToChef: Chef.lastName FUNCTION(MigrationFunctions, getLastName:, $source.name)",
        ]
      ),
    ].map {
      CorpusMappingModel(
        path: "\($0.0)mappings/\($0.1)", models: "\($0.0)models/\($0.2).xcdatamodeld", questions: $0.3)
    } + [
      CorpusMappingModel(
        path: wire + "models-history/abbb08e462/migration2.54.xcmappingmodel",
        models: wire + "models/zmessaging.xcdatamodeld", questions: [])
    ]

  @Test("All that were found are read")
  func reading() throws {
    let paths = Array(Set(CorpusMappingModel.paths + Self.all.map(\.path))).sorted()
    #expect(paths.count == 19)
    for path in paths {
      let model = try MappingModelReader.read(try CorpusMappingModel.bytes(path), file: path)
      #expect(!model.entityMappings.isEmpty, "\(path)")
      #expect(Set(model.entityMappings.map(\.name)).count == model.entityMappings.count, "\(path)")
    }
  }

  @Test("Each is translated, or names exactly what needs code", arguments: all)
  func translation(_ sample: CorpusMappingModel) throws {
    let model = try sample.read()
    let versions = try sample.versions(of: model)
    let translation = MappingModelTranslator.translate(
      model, from: versions.source, to: versions.destination)
    #expect(translation.openQuestions.map(\.line) == sample.questions)
    let faults = MappingFileCheck.diagnostics(
      of: translation.step, from: versions.source, to: versions.destination, file: sample.file)
    #expect(faults.map(\.summary) == [])
    #expect(try MappingCompilation.faults(of: translation.step, from: versions.source) == [])

    // What is written says the same, and stops where something is open.
    let text = MappingFileWriter.text(of: MappingFile(steps: [Located(translation.step)]))
    #expect(try MappingText.read(text).steps.map(\.value) == [translation.step])
    let unanswered = try MappingCompilation.faults(of: translation.written, from: versions.source)
    #expect(unanswered.count == sample.questions.count)
    #expect(unanswered.allSatisfy { $0.contains(": ?: parameters") }, "\(unanswered)")
  }

  @Test("What is said of the rows", arguments: expected)
  func rules(_ file: String, _ lines: [String]) throws {
    let sample = try #require(Self.all.first { $0.file == file })
    let model = try sample.read()
    let versions = try sample.versions(of: model)
    let translation = MappingModelTranslator.translate(
      model, from: versions.source, to: versions.destination)
    #expect(MappingModelSample.lines(translation.step) == lines)
  }

  @Test("The editor's file and what Xcode compiled it to are the same")
  func compiled() throws {
    let edited = try #require(Self.all.first { $0.file == "V2toV3.xcmappingmodel" })
    let compiled = try #require(Self.all.first { $0.file == "V2toV3.cdm" })
    let versions = try edited.versions(of: try edited.read())
    #expect(try compiled.versions(of: try compiled.read()).source == versions.source)
    let translations = try [edited, compiled].map {
      MappingModelTranslator.translate(try $0.read(), from: versions.source, to: versions.destination)
    }
    #expect(translations[0].step == translations[1].step)
    #expect(translations[0].pairs == translations[1].pairs)
    // Every attribute without an expression in the editor's file has that of the same name in the compiled one.
    var generated = 0
    for (one, other) in zip(try edited.read().entityMappings, try compiled.read().entityMappings) {
      #expect(one.name == other.name)
      for property in one.attributes where property.value == .generated {
        let value = other.attributes.first { $0.name == property.name }?.value
        let isThere = versions.source.attributes(of: one.source ?? "").contains {
          $0.attribute.name == property.name
        }
        #expect(value == (isThere ? .expression(.keyPath(of: .source, property.name)) : .nothing))
        generated += 1
      }
    }
    #expect(generated == 14)
  }

  @Test("Two mapping models of one step leave behind what neither takes")
  func joined() throws {
    let parts = Self.all.filter { $0.file.hasPrefix("Model2_to_Model3") }
    #expect(parts.count == 2)
    let model = try #require(CoreDataMappingModel(joining: try parts.map { try $0.read() }))
    let versions = try parts[0].versions(of: model)
    let translation = MappingModelTranslator.translate(
      model, from: versions.source, to: versions.destination)
    #expect(MappingModelSample.lines(translation.step) == [])
    #expect(translation.openQuestions.count == 1)
  }

  static let expected: [(String, [String])] = [
    (
      "Moody 2-Moody 3.xcmappingmodel",
      [
        "- name: Mood", "  from: Mood", "  connect:",
        "    continent: (SELECT linked.\"continent\" FROM \"Country\" AS linked WHERE linked.objectID = \"Mood\".\"country\")",
      ]
    ),
    (
      "Moody 4-Moody 5.xcmappingmodel",
      [
        "- name: Country", "  from: Country", "  set:",
        "    isoContinent: (SELECT linked.\"numericISO3166Code\" FROM \"Continent\" AS linked WHERE linked.objectID = \"Country\".\"continent\")",
      ]
    ),
    (
      "Model2_to_Model3.xcmappingmodel",
      [
        "# No entity mapping takes rows of User: Core Data leaves them behind.",
        "# Write `where: 1` to keep them.", "- name: User", "  from: User", "  where: 0",
      ]
    ),
    (
      "UnCloudNotesMappingModel_v2_to_v3.xcmappingmodel",
      [
        "- name: Attachment", "  from: Note", "  where: '\"image\" IS NOT NULL'", "  set:",
        "    dateCreated: '\"dateCreated\"'", "    image: '\"image\"'", "  connect:", "    note: objectID",
      ]
    ),
    (
      "MappingModel.xcmappingmodel",
      [
        "- name: Recipe", "  from: Recipe", "  connect:", "    cuisines: objectID", "- name: Cuisine",
        "  from: Recipe", "  set:", "    name: '\"cuisine\"'", "  connect:", "    recipes: objectID",
        "- name: Ingredient", "  from: Ingredient", "  connect:", "    recipe: recipes",
      ]
    ),
    // A Boolean that becomes an Integer: inference does the same.
    ("migration2.54.xcmappingmodel", []),
    ("Moody 3-Moody 4.xcmappingmodel", []),
  ]
}
