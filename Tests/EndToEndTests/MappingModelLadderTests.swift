import Testing

/// Mapping models of real apps, and what only their code knew said in a mapping file beside them: each store reaches the
/// newest version from its own.
@Suite("Ladders of mapping models", .enabled(if: CorpusStore.isPresent, "needs ../shared"))
struct MappingModelLadderTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func bring(_ folder: String, model: String, mappings: [String], stores: [String]) throws {
    try workshop.bring("\(CorpusStore.root)/\(folder)/models/\(model)", as: model)
    for name in mappings { try workshop.bring("\(CorpusStore.root)/\(folder)/mappings/\(name)", as: name) }
    for name in stores { try workshop.bring("\(CorpusStore.root)/\(folder)/stores/\(name)", as: name) }
  }

  private func options(_ mappings: [String]) -> [String] {
    mappings.flatMap { ["--mapping", workshop.input($0)] }
  }

  private func texts(_ sql: String) throws -> [String] {
    try workshop.rows(sql, in: "New.sqlite").map { row in
      row.map { $0.integer.map { String($0) } ?? $0.string ?? "NULL" }.joined(separator: "|")
    }
  }

  private static let moody = [
    "Moody 2-Moody 3", "Moody 3-Moody 4", "Moody 4-Moody 5", "Moody 5-Moody 6",
  ].map { "\($0).xcmappingmodel" }

  @Test(
    "Moody 1 to 6: one class is named; with an answer beside it every store gets its continents back",
    arguments: ["Moody", "Moody 2", "Moody 3", "Moody 4", "Moody 5"])
  func moody(store: String) throws {
    try bring(
      "objcio__core-data/Moody-1-to-5", model: "Moody.xcdatamodeld", mappings: Self.moody,
      stores: ["\(store).moody", "\(store).moody-wal"])
    let via = ["--via", "Moody 2,Moody 3,Moody 4,Moody 5,Moody 6"]
    let open = try workshop.migrate(
      "\(store).moody", "Moody.xcdatamodeld", options: options(Self.moody) + via)
    #expect(open.status == 3)
    #expect(open.report.problems == ["error mapping.needs-code Country []"])
    #expect(open.story.contains("Migrations.Country5ToCountry6Policy"))
    try workshop.scratch.write(
      """
      version: 1
      steps:
        - { from: Moody 4, to: Moody 5, drop: [Continent] }
        - from: Moody 5
          to: Moody 6
          entities:
            - name: Country
              from: Country
              connect:
                continent: (SELECT min(c.objectID) FROM Country AS c WHERE c.isoContinent = "Country".isoContinent)
            - name: Continent
              from: Country
              where: objectID = (SELECT min(c.objectID) FROM Country AS c WHERE c.isoContinent = "Country".isoContinent)
              set: { numericISO3166Code: isoContinent }
      """, to: "in/Beside.yaml")
    let done = try workshop.migrate(
      "\(store).moody", "Moody.xcdatamodeld", options: options(Self.moody + ["Beside.yaml"]) + via)
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try texts(
        """
        SELECT c.ZNUMERICISO3166CODE, o.ZNUMERICISO3166CODE FROM ZCOUNTRY c JOIN ZCONTINENT o ON o.Z_PK = c.ZCONTINENT
        ORDER BY 1
        """) == ["231|10004", "704|10005", "710|10004"])
    #expect(try texts("SELECT count(*), count(ZCOUNTRY) FROM ZMOOD") == ["4|4"])
  }

  @Test(
    "BookMigration 1 to 3: two mapping models for one step, two classes answered",
    arguments: ["Model1.sqlite", "Model1@173c50f.sqlite"])
  func books(store: String) throws {
    let mappings = ["Model1_to_Model2", "Model2_to_Model3", "Model2_to_Model3_User"].map {
      "\($0).xcmappingmodel"
    }
    try bring(
      "objcio__issue-4-core-data-migration/BookMigration", model: "Model.xcdatamodeld", mappings: mappings,
      stores: [store])
    let open = try workshop.migrate(store, "Model.xcdatamodeld", options: options(mappings))
    #expect(open.status == 3)
    #expect(open.report.problems == ["error mapping.needs-code Book []", "error mapping.needs-code Book []"])
    try workshop.scratch.write(
      """
      version: 1
      steps:
        - from: Model1
          to: Model2
          entities:
            - name: Book
              from: Book
              connect:
                authors: (SELECT min(b.objectID) FROM Book AS b WHERE b.authorName = "Book".authorName)
                users: user
            - name: Author
              from: Book
              where: objectID = (SELECT min(b.objectID) FROM Book AS b WHERE b.authorName = "Book".authorName)
              set: { name: authorName }
        - from: Model2
          to: Model3
          entities:
            - { name: Book, from: Book }
            - name: File
              from: Book
              connect:
                book: objectID
                user: (SELECT min(target) FROM "Book.users" WHERE owner = "Book".objectID)
      """, to: "in/Beside.yaml")
    let done = try workshop.migrate(
      store, "Model.xcdatamodeld", options: options(mappings + ["Beside.yaml"]))
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try texts("SELECT count(*), count(DISTINCT ZBOOK), count(ZUSER) FROM ZFILE") == [
        "4|4|4"
      ])
    let authors = try workshop.texts(
      "SELECT count(*) FROM ZAUTHOR a WHERE EXISTS (SELECT 1 FROM ZBOOK) AND a.ZNAME IS NOT NULL")
    #expect(authors == ["3"])
  }

  @Test(
    "wibosco 1 to 4: a text becomes an object of its own, in a one-to-one",
    arguments: [("CoreDataMigration_Example_1", 1001), ("CoreDataMigration_Example_3", 7995)])
  func colours(store: String, rows: Int) throws {
    let mappings = ["Migration1to2.xcmappingmodel", "Migration2to3.xcmappingmodel"]
    try bring(
      "wibosco__CoreDataMigration-Example/progressive", model: "CoreDataMigration_Example.xcdatamodeld",
      mappings: mappings, stores: ["\(store).sqlite"])
    try workshop.scratch.write(
      """
      version: 1
      steps:
        - from: CoreDataMigration_Example 2
          to: CoreDataMigration_Example 3
          entities:
            - { name: Post, from: Post }
            - { name: Color, from: Post, set: { hex: hexColor }, connect: { post: objectID } }
      """, to: "in/Beside.yaml")
    let done = try workshop.migrate(
      "\(store).sqlite", "CoreDataMigration_Example.xcdatamodeld",
      options: options(mappings + ["Beside.yaml"]) + [
        "--via", "CoreDataMigration_Example 2,CoreDataMigration_Example 3,CoreDataMigration_Example 4",
      ])
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try texts(
        "SELECT count(*), sum(c.ZPOST = p.Z_PK), sum(c.ZHEX IS NOT NULL) FROM ZPOST p JOIN ZCOLOR c ON p.ZCOLOR = c.Z_PK"
      ) == ["\(rows)|\(rows)|\(rows)"])
  }

  @Test(
    "CoreDataPlus 1 to 3: makers of a whole hierarchy of cars become objects",
    arguments: ["SampleModel_V1", "SampleModel_V2"])
  func makers(store: String) throws {
    try bring(
      "alemar11__CoreDataPlus/SampleModel", model: "SampleModel.xcdatamodeld",
      mappings: ["V2toV3.xcmappingmodel"],
      stores: ["\(store).sqlite"])
    let cars = ["Car", "SportCar", "LuxuryCar"]
    func first(_ car: String) -> String {
      "(SELECT min(c.objectID) FROM Car AS c WHERE c.maker = \"\(car)\".maker)"
    }
    let rules =
      cars.map {
        "      - { name: \($0), from: \($0), connect: { previousOwners: NULL, createdBy: '\(first($0))' } }"
      }
      + cars.map {
        "      - { name: Maker, from: \($0), where: 'objectID = \(first($0))', set: { name: maker } }"
      }
    try workshop.scratch.write(
      "version: 1\nsteps:\n  - from: SampleModel2\n    to: SampleModel3\n    entities:\n"
        + rules.joined(separator: "\n"), to: "in/Beside.yaml")
    let done = try workshop.migrate(
      "\(store).sqlite", "SampleModel.xcdatamodeld",
      options: options(["V2toV3.xcmappingmodel", "Beside.yaml"]) + [
        "--model-version", "SampleModel3", "--via", "SampleModel2,SampleModel3",
      ] + (store == "SampleModel_V1" ? ["--allow", "drop:Person.id"] : []))
    #expect(done.status == 0, "\(done.story)")
    #expect(try texts("SELECT count(*), count(DISTINCT ZNAME) FROM ZMAKER") == ["10|10"])
    #expect(try texts("SELECT count(*), count(ZCREATEDBY) FROM ZCAR") == ["125|125"])
  }
}
