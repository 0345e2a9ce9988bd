import Testing

/// Steps from real stores to later versions of their models, and what stands in the way of each, worked out
/// from
/// the models and the rows.
enum Ladder {
  struct Step: Sendable, CustomTestStringConvertible {
    let folder, store, bundle, source, target: String
    /// `id Entity.property count`
    var reasons: [String] = []
    /// Findings that remain: the source's own.
    var problems: [String] = []

    var isInferable: Bool { reasons.isEmpty }
    var testDescription: String { "\(folder.split(separator: "/")[1]): \(store) to \(target)" }

    /// Nothing takes the place of a required link.
    var hasConsentForAll: Bool { !reasons.contains { $0.hasPrefix("plan.link-missing") } }

    /// Consent → rows.
    var covered: [String: Int64] {
      Dictionary(
        uniqueKeysWithValues: reasons.filter { !$0.hasPrefix("plan.link-missing") }.map { reason in
          let words = reason.split(separator: " ")
          return ("\(words[0] == "plan.order-dropped" ? "lossy" : "drop"):\(words[1])", Int64(words[2]) ?? -1)
        })
    }

    var consents: [String] { Array(covered.keys) }

    /// Brings the store, and a bundle of the two versions.
    func bring(to workshop: Workshop) throws -> CorpusStore {
      let found = try CorpusStore.named(store, in: folder)
      try found.bring(to: workshop)
      for version in Set([source, target]) {
        try workshop.bring(modelPath(version), as: "Ladder.xcdatamodeld/\(version).xcdatamodel")
      }
      return found
    }

    /// Compares what both versions know.
    func check(_ store: CorpusStore, _ workshop: Workshop, _ done: Workshop.Import) throws {
      let before = try CorpusGraph(store.open(in: workshop), model: CorpusModel(path: modelPath(source)))
      let after = try CorpusGraph(
        CorpusDatabase(path: workshop.output()), model: CorpusModel(path: modelPath(target)))
      let outcome = try CorpusStep(before: before, after: after).compare()
      #expect(outcome.differences.prefix(5) == [])
      if isInferable { #expect(outcome.values > 0) }
      let read = before.objects.mapValues { Int64($0.count) }.filter { $0.value > 0 }
      let told = done.report.body.entities.filter { $0.read > 0 }.compactMap { entity in
        entity.source.map { ($0, entity.read) }
      }
      #expect(Dictionary(uniqueKeysWithValues: told) == read)
    }

    private func modelPath(_ version: String) -> String {
      "\(CorpusStore.root)/\(folder)/\(bundle)/\(version).xcdatamodel"
    }
  }

  static let steps = renames + bookmarks + posts + moody + books + cars + pets + wire

  /// Each version's `elementID` is the name in the one before, so that only steps to the next find it.
  private static let renames: [Step] = {
    let versions = ["v1.0.0", "v1.1.0", "v1.1.2", "v1.2.0", "v2.0.0"]
    return versions.indices.flatMap { index in
      versions.indices.filter { $0 > index }.map { later in
        let name = versions[index].split(separator: ".").joined(separator: "_") + "_name"
        return Step(
          folder: "jeffreybergier__CoreDataMigrationTests/v1.0.0-v2.0.0",
          store: "Example_\(versions[index]).sqlite", bundle: "models/Model.xcdatamodeld",
          source: versions[index], target: versions[later],
          reasons: later == index + 1 ? [] : ["plan.attribute-dropped BasicEntity.\(name) 1"])
      }
    }
  }()

  /// Rows only in the `-wal`. Version 3 drops `isFavorite`; version 4 makes `favoriteFolder` a to-many,
  /// `favoriteFolders`, under the old identifier.
  private static let bookmarks: [Step] = {
    let favorite = ["plan.attribute-dropped BookmarkEntity.isFavorite 10"]
    return [
      (1, 2, []), (1, 6, favorite), (2, 3, favorite), (2, 6, favorite), (3, 4, []), (3, 6, []), (4, 5, []),
      (4, 6, []),
      (5, 6, []),
    ].map { from, to, reasons in
      Step(
        folder: "duckduckgo__apple-browsers/Bookmarks-V1-V5", store: "Bookmarks_V\(from).sqlite",
        bundle: "models/BookmarksModel.xcdatamodeld", source: numbered("BookmarksModel", from),
        target: numbered("BookmarksModel", to), reasons: reasons)
    }
  }()

  private static let posts: [Step] = {
    // In the one history a renaming identifier leads from color to hexColor; then both texts move to an
    // entity of
    // their own, which a mapping model did. In the other, `color` is an attribute first and a relationship
    // last.
    func lost(_ color: String) -> [String] {
      [
        "plan.attribute-dropped Post.\(color) 10", "plan.attribute-dropped Post.content 10",
        "plan.link-missing Post.body 10",
      ]
    }
    let early: [(Int, Int, [String])] = [
      (1, 2, []), (1, 3, lost("color")), (1, 4, lost("color")), (2, 3, lost("hexColor")),
      (2, 4, lost("hexColor")),
      (3, 4, []),
    ]
    let one = "plan.attribute-dropped Post.color 1001"
    let two = "plan.attribute-dropped Post.hexColor 5979"
    let late: [(Int, Int, [String])] = [
      (1, 2, [one]), (1, 3, [one, "plan.link-missing Post.color 1001"]),
      (1, 4, [one, "plan.link-missing Post.color 1001"]), (2, 3, [two, "plan.link-missing Post.color 5979"]),
      (2, 4, [two, "plan.link-missing Post.color 5979"]), (3, 4, []),
    ]
    return [("history-2018", "models-history/116a97be7d", early), ("progressive", "models", late)].flatMap {
      folder, models, steps in
      steps.map { from, to, reasons in
        Step(
          folder: "wibosco__CoreDataMigration-Example/\(folder)",
          store: "CoreDataMigration_Example_\(from).sqlite",
          bundle: "\(models)/CoreDataMigration_Example.xcdatamodeld",
          source: numbered("CoreDataMigration_Example", from),
          target: numbered("CoreDataMigration_Example", to),
          reasons: reasons)
      }
    }
  }()

  /// Version 4 dissolves the abstract parent of Continent and Country, 5 drops Continent, 6 brings it back
  /// with
  /// little of what it had. A required to-many may be empty.
  private static let moody: [Step] = {
    func poor(_ parent: String) -> [String] {
      ["Continent.numberOfCountries 2"]
        .map { "plan.attribute-dropped \($0)" }
        + ["numberOfMoods", "uniquenessDummy", "updatedAt"].map { "plan.attribute-dropped \(parent).\($0) 2" }
    }
    let gone = ["plan.entity-dropped Continent 2"]
    let continent = ["plan.relationship-dropped Mood.continent 4"]
    let steps: [(Int, Int, [String])] = [
      (1, 2, []), (1, 3, []), (1, 4, []), (1, 5, gone), (1, 6, poor("GeographicRegion")),
      (2, 3, []), (2, 4, []), (2, 5, gone), (2, 6, poor("GeographicRegion")),
      (3, 4, []), (3, 5, gone), (3, 6, poor("GeographicRegion") + continent),
      (4, 5, gone), (4, 6, poor("Continent") + continent),
      (5, 6, ["plan.attribute-dropped Country.isoContinent 3"]),
    ]
    return steps.map { from, to, reasons in
      Step(
        folder: "objcio__core-data/Moody-1-to-5", store: numbered("Moody", from) + ".moody",
        bundle: "models/Moody.xcdatamodeld", source: numbered("Moody", from), target: numbered("Moody", to),
        reasons: reasons)
    }
  }()

  /// `Book.user` becomes `users` without an identifier, yet its links go on by `User.books`, which stays;
  /// version 3
  /// has neither. `fileURL` moves to an entity of its own, and only one of the stores holds any.
  private static let books: [Step] = {
    let author = "plan.attribute-dropped Book.authorName 4"
    let user = "plan.relationship-dropped Book.user 4"
    let steps: [(String, String, [String])] = [
      ("Model1", "Model2", [author]),
      ("Model1", "Model3", [author, "plan.attribute-dropped Book.fileURL 4", user]),
      ("Model1@173c50f", "Model2", [author]), ("Model1@173c50f", "Model3", [author, user]),
    ]
    return steps.map { store, target, reasons in
      Step(
        folder: "objcio__issue-4-core-data-migration/BookMigration", store: store + ".sqlite",
        bundle: "models/Model.xcdatamodeld", source: "Model1", target: target, reasons: reasons)
    }
  }()

  /// `ExpensiveSportCar` becomes `LuxuryCar` by identifier; `maker` becomes an entity; version 2 has no `id`.
  private static let cars: [Step] = {
    let maker = "plan.attribute-dropped Car.maker 125"
    let id = "plan.attribute-dropped Person.id 20"
    let steps: [(String, Int, Int, [String])] = [
      ("SampleModel_V1", 1, 2, [id]), ("SampleModel_V1", 1, 3, [maker, id]),
      ("SampleModel_V2", 2, 3, [maker]),
      ("SampleModelV1@6739d00", 2, 3, [maker]), ("_SampleModelV2@fbca827", 2, 3, [maker]),
    ]
    return steps.map { store, from, to, reasons in
      Step(
        folder: "alemar11__CoreDataPlus/SampleModel", store: store + ".sqlite",
        bundle: "models/SampleModel.xcdatamodeld", source: "SampleModel" + (from == 1 ? "" : "\(from)"),
        target: "SampleModel\(to)", reasons: reasons)
    }
  }()

  private static let pets: [Step] = ["SampleModel3_V1.sqlite", "SampleModel3_V1@8ecba29.sqlite"].flatMap {
    store in
    [("SampleModel3_v2", []), ("SampleModel3_v3", ["plan.attribute-dropped User.petName 12"])].map {
      Step(
        folder: "alemar11__CoreDataPlus/SampleModel3", store: store,
        bundle: "models/SampleModel3.xcdatamodeld",
        source: "SampleModel3", target: $0, reasons: $1)
    }
  }

  /// Bundles call their first version by the model's name alone.
  private static func numbered(_ name: String, _ version: Int) -> String {
    version == 1 ? name : "\(name) \(version)"
  }
}
