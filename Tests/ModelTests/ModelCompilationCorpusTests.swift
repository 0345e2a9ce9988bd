@testable import CoreDataModel
import Foundation
import PropertyLists
import Testing

/// Models of real archives written again, and models as XML written for the first time, held against the real archives.
@Suite(.serialized) struct ModelCompilationCorpusTests {
  /// Archives of which something is not proven, by what it is.
  private static let unproven = [
    "MatthewHunt84__MetaCocktailsSwiftData/swiftdata-preloaded/stores/PreloadedCocktails.store":
      "user info that is no text",
    "MatthewHunt84__MetaCocktailsSwiftData/swiftdata-preloaded/stores/default@a30868d.store":
      "user info that is no text",
    "alemar11__CoreDataPlus/SampleModel2-code-model/stores/SampleModel2V1@4f3a303.sqlite":
      "a fetched property",
    "alemar11__CoreDataPlus/SampleModel2-code-model/stores/SampleModel2_V1.sqlite": "a fetched property",
    "alemar11__CoreDataPlus/SampleModel2-code-model/stores/SampleModel2_V2.sqlite": "a fetched property",
    "tkanarsky__osxphotos/Photos-reflexive-rtree/stores/Photos-fw1138-Test-12.0.1.sqlite":
      "an index with a predicate",
    "tkanarsky__osxphotos/Photos-reflexive-rtree/stores/Photos-fw1522-Test-26.1.sqlite":
      "an index with a predicate",
  ]
  /// Caches whose property with an index of its own is flagged as indexed and has no index for the flag: of an optimized
  /// model, and of several models merged. Others have it; ours always has.
  private static let withoutFlagIndexes = [
    "duckduckgo__apple-browsers/AppRating-merged-models/stores/Database.sqlite",
    "log2timeline__plaso/knowledgec-10.13-config/stores/knowledgec-10.13.db",
    "log2timeline__plaso/knowledgec-10.14-config/stores/knowledgec-10.14.db",
  ]
  /// The XML says `fetchIndex` where the archive was made of a `compoundIndex`, of which no version is left.
  private static let editedSince = ["alemar11__CoreDataPlus/SampleModel/stores/SampleModelV1@6739d00.sqlite"]

  @Test("Archive to model to archive", .enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func again() throws {
    var same = 0
    var equal: [ModelArchiveForm: Int] = [:]
    var refused: Set<String> = []
    var reasons: [String: Int] = [:]
    for archive in try RealArchive.all.get() {
      let bytes: [UInt8]
      do throws(UnprovenModel) {
        bytes = try ModelCompiler.archive(archive.model, as: archive.form)
      } catch {
        refused.insert(archive.name)
        let known = Self.unproven[archive.name] ?? "nothing"
        #expect(error.constructs.contains { $0.reason.hasPrefix(known) }, "\(archive.name)")
        continue
      }
      let read = try ArchivedModelReader.read(bytes, name: archive.model.name, path: "again").model
      let lacksIndexes = Self.withoutFlagIndexes.contains(archive.name)
      #expect((read == archive.model) == !lacksIndexes, "\(archive.name)")
      same += read == archive.model ? 1 : 0
      let comparison = try ArchiveDifference.compare(bytes, with: archive.bytes)
      for reason in comparison.reasons { reasons[reason, default: 0] += 1 }
      if lacksIndexes {
        let others = comparison.open.filter { !$0.isAboutIndexes }
        #expect(others.map(\.text) == [], "\(archive.name)")
      } else {
        #expect(comparison.open.map(\.text) == [], "\(archive.name)")
        equal[archive.form, default: 0] += 1
      }
    }
    let caches = equal.filter { $0.key.isCache }.values.reduce(0, +)
    print("again: \(equal[.compiled] ?? 0) of 10 .mom and \(caches) of 63 caches equal; \(reasons)")
    #expect(refused == Set(Self.unproven.keys))
    #expect(equal[.compiled] == 10 && caches == 53 && same == 63)
  }

  @Test("XML to archive", .enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func pairs() throws {
    let sources = try SourceModel.all.get()
    var (compiled, cached, without) = (0, 0, 0)
    var edited: Set<String> = []
    for archive in try RealArchive.all.get() {
      let hashes = VersionHash.hashes(of: archive.model)
      let matching = sources.filter { $0.hashes == hashes }
      if matching.isEmpty { without += 1 }
      // Not every edit changes a hash: one of them is the archive's.
      let open = try matching.map { source in
        let bytes = try ModelCompiler.archive(source.model, as: archive.form, module: archive.module)
        return try ArchiveDifference.compare(bytes, with: archive.bytes).open
      }
      guard let least = open.min(by: { $0.count < $1.count }) else { continue }
      if Self.editedSince.contains(archive.name) {
        #expect(!least.isEmpty && least.allSatisfy(\.isAboutIndexes))
        edited.insert(archive.name)
      } else {
        #expect(least.map(\.text) == [], "\(archive.name)")
        if archive.form.isCache { cached += 1 } else { compiled += 1 }
      }
    }
    print(
      "XML: \(compiled) of \(compiled) .mom and \(cached) of \(cached + edited.count) caches equal; \(without) have no XML"
    )
    #expect(edited == Set(Self.editedSince))
    #expect(compiled == 8 && cached >= 46 && without <= 18)
  }

  @Test("Compressed as Core Data does", .enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func compression() throws {
    let caches = try RealArchive.all.get().filter { $0.compressed != nil }
    #expect(caches.count >= 63)
    for cache in caches {
      #expect(RawDeflate.deflate(cache.bytes) == cache.compressed, "\(cache.name)")
    }
  }
}
